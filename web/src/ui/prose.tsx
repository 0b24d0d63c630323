import { useEffect, useRef, type MouseEvent } from 'react';
import { lazyComponent } from '../shared/lazy.js';
import { isPlainClick, navigate } from '../shared/router.js';
import { useSite } from '../shared/state/site.js';
import './prose.css';

const ProseExtras = lazyComponent(() => import('./embeds/prose-extras.js'), 'ProseExtras');

const aloneLink = /<p>(?=<a href="([^"]*)"[^>]*>[^<]*<\/a><\/p>)/g;

/** The server renders the HTML from Markdown with raw HTML disabled. Nothing else on the site inserts markup. */
export function Prose({ html }: { html: string }) {
  const text = useRef<HTMLDivElement>(null);
  // Reserves the space of cards by marking their links before the code of the cards is fetched.
  const embeds = useSite((site) => ['youtu', ...site.image_hosts].join('|'));
  const markedHtml = html.replace(aloneLink, (tag, address: string) =>
    new RegExp(`//[^/]*(${embeds})`).test(address) ? '<p data-alone>' : tag,
  );
  useEffect(() => {
    for (const element of text.current?.querySelectorAll<HTMLElement>('pre, table') ?? []) {
      if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    }
  }, [markedHtml]);
  const follow = (event: MouseEvent) => {
    const path = ownPath(event);
    if (path === null) return;
    event.preventDefault();
    navigate(path);
  };
  return (
    <>
      <div ref={text} className="prose" onClick={follow} dangerouslySetInnerHTML={{ __html: markedHtml }} />
      {/<p data-a|\/forums\/thread\//.test(markedHtml) && <ProseExtras key={markedHtml} text={text} />}
    </>
  );
}

/** Matches the server's paths that are not pages. */
const files = /^\/(api|pictures|avatars|assets)\/|\.\w{2,5}$/;

/** Returns the path of a plain click on an internal link, which must not reload the page and lose unsent text. */
function ownPath(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || !isPlainClick(event) || link.origin !== location.origin || files.test(link.pathname)) return null;
  return link.pathname + link.search + link.hash;
}
