const graceMs = 80; // ms in which whoever took it away may say himself where the keyboard goes on

/**
 * What has the keyboard and is taken away leaves it to what it stood in, else to the page: reading aloud and the Tab key
 * go on from there, and not from the beginning.
 */
export function preserveFocus(): void {
  let around: HTMLElement[] = [];
  document.addEventListener('focusin', ({ target }) => {
    around = target instanceof HTMLElement ? withAncestors(target) : [];
  });
  new MutationObserver(() => {
    if (hasLostFocus(around)) setTimeout(() => hasLostFocus(around) && focusNear(around), graceMs);
  }).observe(document.body, { childList: true, subtree: true });
}

function withAncestors(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let one: HTMLElement | null = element; one; one = one.parentElement) found.push(one);
  return found;
}

function hasLostFocus([element]: HTMLElement[]): boolean {
  return element !== undefined && !element.isConnected && document.activeElement === document.body;
}

function focusNear(around: readonly HTMLElement[]): void {
  const main = document.querySelector('main');
  const place = around.find((one) => one.isConnected && main?.contains(one)) ?? main;
  if (!place) return;
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}
