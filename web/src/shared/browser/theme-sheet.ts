const address = '/theme.css';

/** Shows the colours as they are at a position of the site, unless the page's own are as new. */
export function showThemeOf(pos: string): void {
  const shown = getComputedStyle(document.documentElement).getPropertyValue('--theme-at').trim();
  if (shown < pos) showThemeAgain(pos);
}

/** Reads the style sheet of the colours again: the old one goes when the new one is there, so that nothing flashes. */
export function showThemeAgain(pos: string | null): void {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>(`link[rel="stylesheet"][href^="${address}"]`)];
  const fresh = document.createElement('link');
  fresh.rel = 'stylesheet';
  // Its own address for every time: what is on its way for an older one must not be taken for it.
  fresh.href = `${address}?${new URLSearchParams({ ...(pos !== null && { at: pos }), n: String(performance.now()) }).toString()}`;
  fresh.onload = () => {
    for (const sheet of sheets) sheet.remove();
    setBrowserColour();
  };
  fresh.onerror = () => fresh.remove();
  const last = sheets.at(-1);
  if (last) last.after(fresh);
  else document.head.append(fresh);
}

/** What the browser draws itself, its bar above the page included, follows the colours that are shown. */
export function setBrowserColour(): void {
  const style = getComputedStyle(document.documentElement);
  setMeta('theme-color', style.getPropertyValue('--color-header').trim());
  setMeta('color-scheme', style.colorScheme);
}

function setMeta(name: string, content: string): void {
  document.querySelector(`meta[name="${name}"]`)?.setAttribute('content', content);
}
