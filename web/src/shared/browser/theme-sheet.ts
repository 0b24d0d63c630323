const address = '/theme.css';

/** Shows the colours as of a position of the site, unless the page's own are as new. */
export function showThemeOf(pos: string): void {
  const shown = getComputedStyle(document.documentElement).getPropertyValue('--theme-at').trim();
  if (shown < pos) showThemeAgain(pos);
}

/**
 * Reloads the style sheet of the colours: the old one is removed when the new one has loaded, so that nothing flashes.
 */
export function showThemeAgain(pos: string | null): void {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>(`link[rel="stylesheet"][href^="${address}"]`)];
  const fresh = document.createElement('link');
  fresh.rel = 'stylesheet';
  // A new address each time: a pending response for an older one must not be used.
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

/** What the browser draws itself, its bar above the page included, follows the shown colours. */
export function setBrowserColour(): void {
  const style = getComputedStyle(document.documentElement);
  setMeta('theme-color', style.getPropertyValue('--color-header').trim());
  setMeta('color-scheme', style.colorScheme);
}

function setMeta(name: string, content: string): void {
  document.querySelector(`meta[name="${name}"]`)?.setAttribute('content', content);
}
