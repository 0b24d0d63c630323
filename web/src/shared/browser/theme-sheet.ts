const address = '/theme.css';

export function loadThemeSheet(pos: string): void {
  const shownPosition = getComputedStyle(document.documentElement).getPropertyValue('--theme-at').trim();
  if (shownPosition < pos) reloadThemeSheet(pos);
}

/** Removes the old style sheet only after the new one has loaded, which prevents a flash. */
export function reloadThemeSheet(pos: string | null): void {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>(`link[rel="stylesheet"][href^="${address}"]`)];
  const newSheet = document.createElement('link');
  newSheet.rel = 'stylesheet';
  // The URL is unique so that the browser does not reuse the pending response to an earlier request.
  newSheet.href = `${address}?${new URLSearchParams({ ...(pos !== null && { at: pos }), n: String(performance.now()) }).toString()}`;
  newSheet.onload = () => {
    for (const sheet of sheets) sheet.remove();
    setBrowserColour();
  };
  newSheet.onerror = () => newSheet.remove();
  const last = sheets.at(-1);
  if (last) last.after(newSheet);
  else document.head.append(newSheet);
}

export function setBrowserColour(): void {
  const style = getComputedStyle(document.documentElement);
  setMeta('theme-color', style.getPropertyValue('--color-header').trim());
  setMeta('color-scheme', style.colorScheme);
}

function setMeta(name: string, content: string): void {
  document.querySelector(`meta[name="${name}"]`)?.setAttribute('content', content);
}
