import { createContext, useContext, useEffect, useRef, useState, type MouseEvent } from 'react';
import { createLazyComponent } from '../shared/lazy.js';
import { isPlainClick, navigate } from '../shared/router.js';
import { useSite } from '../shared/state/site.js';
import type { ReplyReader } from './pictures/picture-list.js';
import './prose.css';

const ProseExtras = createLazyComponent(() => import('./embeds/prose-extras.js'), 'ProseExtras');

const Lightbox = createLazyComponent(() => import('./pictures/lightbox.js'), 'Lightbox');

const aloneLink = /<p>(?=<a href="([^"]*)"[^>]*>[^<]*<\/a><\/p>)/g;

/** In a thread, the lightbox also shows pictures of replies that are not loaded. */
export const ReplyReaders = createContext<(() => ReplyReader) | null>(null);

/** The server renders the HTML from Markdown with raw HTML disabled. Nothing else on the site inserts markup. */
export function Prose({ html }: { html: string }) {
  const text = useRef<HTMLDivElement>(null);
  // Marks the links that become cards, so that their space is reserved before the code for cards is fetched.
  const embeds = useSite((site) => ['youtu', ...site.image_hosts].join('|'));
  const markedHtml = html.replace(aloneLink, (tag, address: string) =>
    new RegExp(`//[^/]*(${embeds})`).test(address) ? '<p data-alone>' : tag,
  );
  useEffect(() => {
    for (const element of text.current?.querySelectorAll<HTMLElement>('pre, table') ?? []) {
      if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    }
  }, [markedHtml]);
  const createReader = useContext(ReplyReaders);
  const [openedLink, setOpened] = useState<HTMLAnchorElement | null>(null);
  const follow = (event: MouseEvent) => {
    if (showSpoiler(event)) return;
    const picture = findPictureLink(event);
    if (picture) {
      event.preventDefault();
      return setOpened(picture);
    }
    const path = findOwnPath(event);
    if (path === null) return;
    event.preventDefault();
    navigate(path);
  };
  return (
    <>
      <div ref={text} className="prose" onClick={follow} dangerouslySetInnerHTML={{ __html: markedHtml }} />
      {/<p data-a|\/forums\/thread\/|<div class="code-/.test(markedHtml) && (
        <ProseExtras key={markedHtml} text={text} />
      )}
      {openedLink && <Lightbox link={openedLink} close={() => setOpened(null)} createReader={createReader} />}
    </>
  );
}

/** Shows the pressed spoiler, or the first one in the pressed link. */
function showSpoiler(event: MouseEvent): boolean {
  const coveredSelector = '.spoiler:not(.shown)';
  const target = event.target instanceof Element ? event.target : null;
  const spoiler = target?.closest(coveredSelector) ?? target?.closest('a')?.querySelector(coveredSelector);
  if (!(spoiler instanceof HTMLElement)) return false;
  event.preventDefault();
  spoiler.classList.add('shown');
  spoiler.querySelector(':scope > :first-child')?.remove();
  spoiler.focus({ preventScroll: true });
  return true;
}

function findPictureLink(event: MouseEvent): HTMLAnchorElement | null {
  if (!(event.target instanceof Element) || !isPlainClick(event)) return null;
  return event.target.closest<HTMLAnchorElement>('a.picture');
}

/** Matches the server's paths that are not pages. */
const files = /^\/(api|pictures|avatars|assets)\/|\.\w{2,5}$/;

/** Returns the path of a plain click on an internal link, which must not reload the page and lose unsent text. */
function findOwnPath(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || !isPlainClick(event) || link.origin !== location.origin || files.test(link.pathname)) return null;
  return link.pathname + link.search + link.hash;
}
