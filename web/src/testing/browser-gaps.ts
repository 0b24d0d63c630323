/** jsdom has no layout, so nothing is ever in view or has a size. */
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): never[] {
    return [];
  }
}

function openDialog(this: HTMLDialogElement): void {
  this.open = true;
}

function closeDialog(this: HTMLDialogElement): void {
  this.open = false;
}

/** Stubs browser APIs that jsdom lacks and that components call unconditionally. */
export function resetBrowser(): void {
  Object.assign(document, { execCommand: () => false });
  const doNothing = () => {};
  Object.assign(globalThis, {
    IntersectionObserver: NoObserver,
    ResizeObserver: NoObserver,
    PerformanceNavigationTiming: class {},
  });
  Object.assign(window, {
    scrollTo: doNothing,
    scrollBy: doNothing,
    matchMedia: (media: string) => ({
      media,
      matches: false,
      addEventListener: doNothing,
      removeEventListener: doNothing,
    }),
  });
  Object.assign(HTMLDialogElement.prototype, { showModal: openDialog, close: closeDialog });
  Object.assign(Element.prototype, { scrollIntoView: doNothing, getAnimations: () => [] });
}
