const graceMs = 80; // The code that removed the element can move the focus itself within this time.

/**
 * If the focused element is removed, focuses its container, or else the page, so that screen readers and the Tab key do
 * not start again at the top.
 * @returns a function that stops this
 */
export function preserveFocus(): () => void {
  let containers: HTMLElement[] = [];
  const remember = ({ target }: FocusEvent) => {
    containers = target instanceof HTMLElement ? withAncestors(target) : [];
  };
  const observer = new MutationObserver(() => {
    if (hasLostFocus(containers)) setTimeout(() => hasLostFocus(containers) && focusNear(containers), graceMs);
  });
  document.addEventListener('focusin', remember);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', remember);
    observer.disconnect();
    containers = [];
  };
}

function withAncestors(element: HTMLElement): HTMLElement[] {
  const ancestors: HTMLElement[] = [];
  for (let ancestor: HTMLElement | null = element; ancestor; ancestor = ancestor.parentElement)
    ancestors.push(ancestor);
  return ancestors;
}

function hasLostFocus([element]: HTMLElement[]): boolean {
  return element !== undefined && !element.isConnected && document.activeElement === document.body;
}

function focusNear(around: readonly HTMLElement[]): void {
  const main = document.querySelector('main');
  const place = around.find((element) => element.isConnected && main?.contains(element)) ?? main;
  if (!place) return;
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}
