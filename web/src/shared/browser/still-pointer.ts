/** Effects of the reader's own input appear within this time. They are left alone. */
const ownEffectMs = 500;

interface Anchor {
  element: Element;
  top: number;
}

interface Watch {
  /** Null while there is no mouse on the page. */
  pointer: { x: number; y: number } | null;
  anchor: Anchor | null;
  /** The minimum page height in pixels. A page that became too short keeps its height so that it can be scrolled. */
  heldHeight: number;
  /** Runs while effects of the reader's own input may appear. */
  inputTimer: ReturnType<typeof setTimeout> | undefined;
}

const watch: Watch = { pointer: null, anchor: null, heldHeight: 0, inputTimer: undefined };

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
    setAnchor(target);
  };
  addEventListener('pointermove', follow, options);
  document.documentElement.addEventListener('pointerleave', () => (watch.pointer = watch.anchor = null));
  addEventListener('scroll', followScroll, options);
  for (const type of ['click', 'keydown', 'input', 'wheel', 'drop']) addEventListener(type, allowOwnEffects, options);
  new MutationObserver(holdPointer).observe(document.body, { childList: true, subtree: true, characterData: true });
  // Pictures and fonts resize the page without changing the document.
  new ResizeObserver(holdPointer).observe(document.body);
}

/**
 * The browser may have scrolled too, to follow an element in a changed row or because the page became shorter.
 * @returns true if the page was scrolled
 */
export function holdPointer(): boolean {
  const { anchor, inputTimer } = watch;
  // Without an anchor, nothing is measured because that would force another layout.
  const hasScrolled = inputTimer === undefined && anchor !== null && anchor.element.isConnected && scrollBackTo(anchor);
  setAnchor();
  return hasScrolled;
}

function scrollBackTo({ element, top }: Anchor): boolean {
  const rect = element.getBoundingClientRect();
  const movedBy = rect.top - top;
  // A hidden element has no height.
  if (rect.height === 0 || Math.abs(movedBy) < 0.5) return false;
  const { scrollY } = window;
  const { clientHeight, scrollHeight } = document.documentElement;
  const height = scrollY + movedBy + clientHeight;
  if (height > scrollHeight) holdHeight(height);
  window.scrollBy({ top: movedBy, behavior: 'instant' });
  if (element.getBoundingClientRect().top !== rect.top) return true;
  // A sticky or fixed element does not scroll with the page.
  window.scrollTo({ top: scrollY, behavior: 'instant' });
  return false;
}

/** Call this after scrolling elsewhere so that the page does not scroll back to what was under the pointer. */
export function releasePointer(): void {
  watch.anchor = null;
  if (watch.heldHeight > 0) holdHeight(0);
}

function holdHeight(height: number): void {
  watch.heldHeight = height;
  document.documentElement.style.setProperty('--held-height', `${height}px`);
}

function followScroll(): void {
  // The page keeps only the height that the window still shows.
  const bottom = window.scrollY + document.documentElement.clientHeight;
  if (bottom < watch.heldHeight - 1) holdHeight(bottom);
  setAnchor();
}

function allowOwnEffects(): void {
  clearTimeout(watch.inputTimer);
  watch.inputTimer = setTimeout(() => {
    watch.inputTimer = undefined;
    setAnchor();
  }, ownEffectMs);
}

function setAnchor(target?: EventTarget | null): void {
  const { pointer, inputTimer } = watch;
  if (!pointer) watch.anchor = null;
  if (!pointer || inputTimer !== undefined) return;
  const pointedElement = target instanceof Element ? target : document.elementFromPoint(pointer.x, pointer.y);
  // A popup follows the element that opened it, so that element is held while the pointer is on the popup. The parts of
  // a link or button may be replaced.
  const element = pointedElement?.closest('.popup-layer')
    ? watch.anchor?.element
    : (pointedElement?.closest('a, button') ?? pointedElement);
  const rect = element?.getBoundingClientRect();
  // A container taller than the window says nothing about what is under the pointer.
  watch.anchor = element && rect && rect.height <= window.innerHeight ? { element, top: rect.top } : null;
}
