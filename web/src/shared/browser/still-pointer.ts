/**
 * Layout shifts this soon after the reader's own input are left alone: the input caused them, or a correction would
 * disturb scrolling.
 */
const ownEffectMs = 500;

interface Watch {
  /** Null while there is no mouse on the page. */
  pointer: { x: number; y: number } | null;
  anchor: { element: Element; top: number } | null;
  height: number;
  inputAt: number;
}

const watch: Watch = { pointer: null, anchor: null, height: 0, inputAt: -Infinity };

/** Browsers round the edges of elements to whole pixels. */
export function isPointerOver(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const { pointer } = watch;
  const isBetween = (start: number, at: number, end: number) => Math.round(start) <= at && at < Math.round(end);
  return pointer !== null && isBetween(left, pointer.x, right) && isBetween(top, pointer.y, bottom);
}

/**
 * Scrolls when content above the pointer grows or shrinks so that what is under the pointer stays there. Browsers do
 * this only for content above the window.
 */
export function keepPointerStill(): void {
  const options = { passive: true, capture: true };
  const follow = ({ pointerType, clientX, clientY, target }: PointerEvent) => {
    watch.pointer = pointerType === 'touch' ? null : { x: clientX, y: clientY };
    anchorTo(watch.pointer && target instanceof Element ? target : null);
  };
  addEventListener('pointermove', follow, options);
  document.documentElement.addEventListener('pointerleave', () => (watch.pointer = watch.anchor = null));
  addEventListener('scroll', setAnchor, { passive: true });
  for (const type of ['click', 'keydown', 'input', 'wheel'])
    addEventListener(type, () => (watch.inputAt = performance.now()), options);
  // Some changes do not resize the page.
  const changes = new MutationObserver(() => requestAnimationFrame(() => setTimeout(setAnchor)));
  changes.observe(document.body, { childList: true, subtree: true, characterData: true });
  // Threads restore their own scroll position and then call `holdPointer` themselves.
  const isPlain = () => document.body.style.overflowAnchor !== 'none';
  new ResizeObserver(() => isPlain() && holdPointer()).observe(document.body);
}

/** The browser may have scrolled too, to follow an element in a changed row or because the page became shorter. */
export function holdPointer(): void {
  const { anchor, inputAt } = watch;
  watch.height = measurePageHeight();
  if (anchor?.element.isConnected && performance.now() - inputAt > ownEffectMs) {
    const moved = anchor.element.getBoundingClientRect().top - anchor.top;
    window.scrollBy({ top: moved, behavior: 'instant' });
  }
  setAnchor();
}

/** Call this after scrolling elsewhere so that the page does not scroll back to what was under the pointer. */
export function releasePointer(): void {
  watch.anchor = null;
}

const measurePageHeight = (): number => document.body.getBoundingClientRect().height;

function setAnchor(): void {
  const { pointer, height } = watch;
  // The page's height has changed, but the observer has not reported it yet. A new anchor would hide that change.
  if (measurePageHeight() !== height) return;
  anchorTo(pointer && document.elementFromPoint(pointer.x, pointer.y));
}

function anchorTo(element: Element | null): void {
  watch.anchor = element && { element, top: element.getBoundingClientRect().top };
}
