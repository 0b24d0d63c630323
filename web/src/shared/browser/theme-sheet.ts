const address = '/theme.css';

export function showThemeOf(pos: string): void {
  const shown = getComputedStyle(document.documentElement).getPropertyValue('--theme-at').trim();
  if (shown < pos) showThemeAgain(pos);
}

/** Removes the old style sheet only after the new one has loaded, which prevents a flash. */
export function showThemeAgain(pos: string | null): void {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>(`link[rel="stylesheet"][href^="${address}"]`)];
  const fresh = document.createElement('link');
  fresh.rel = 'stylesheet';
  // A unique URL, so that a pending response for an older one is not reused.
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

export function setBrowserColour(): void {
  const style = getComputedStyle(document.documentElement);
  setMeta('theme-color', style.getPropertyValue('--color-header').trim());
  setMeta('color-scheme', style.colorScheme);
}

function setMeta(name: string, content: string): void {
  document.querySelector(`meta[name="${name}"]`)?.setAttribute('content', content);
}
