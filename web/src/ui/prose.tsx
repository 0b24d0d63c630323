import { useEffect, useRef, type MouseEvent } from 'react';
import { lazyComponent } from '../shared/lazy.js';
import { isPlainClick, navigate } from '../shared/router.js';
import { useSite } from '../shared/state/site.js';
import './prose.css';

const ProseExtras = lazyComponent(() => import('./embeds/prose-extras.js').then((file) => file.ProseExtras));

/** A paragraph that is a link; its address. */
const aloneLink = /<p>(?=<a href="([^"]*)"[^>]*>[^<]*<\/a><\/p>)/g;

/** Markdown that the server has rendered with raw HTML off: the one place where markup is inserted unchanged. */
export function Prose({ html }: { html: string }) {
  const text = useRef<HTMLDivElement>(null);
  // Marked first, so that there is room for the cards that code makes which is fetched later.
  const embeds = useSite((site) => ['youtu', ...site.image_hosts].join('|'));
  const shown = html.replace(aloneLink, (tag, address: string) =>
    new RegExp(`//[^/]*(${embeds})`).test(address) ? '<p data-alone>' : tag,
  );
  useEffect(() => {
    // Content that is too wide scrolls separately; the keyboard must reach it too.
    for (const wide of text.current?.querySelectorAll<HTMLElement>('pre, table') ?? []) {
      if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    }
  }, [shown]);
  const follow = (event: MouseEvent) => {
    const path = ownPath(event);
    if (path === null) return;
    event.preventDefault();
    navigate(path);
  };
  return (
    <>
      <div ref={text} className="prose" onClick={follow} dangerouslySetInnerHTML={{ __html: shown }} />
      {/<p data-a|\/forums\/thread\//.test(shown) && <ProseExtras key={shown} text={text} />}
    </>
  );
}

/** What the server serves besides pages. */
const files = /^\/(api|pictures|avatars|assets)\/|\.\w{2,5}$/;

/** A plain click on a link within the site: the page stays, and the unsent text with it. */
function ownPath(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || !isPlainClick(event) || link.origin !== location.origin || files.test(link.pathname)) return null;
  return link.pathname + link.search + link.hash;
}
