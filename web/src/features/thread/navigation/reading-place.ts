import { create } from 'zustand';
import { saveInEntry, saveLastPlace, findPlaceOfEntry, type Place } from '../../../shared/browser/entry-place.js';
import { holdPointer, releasePointer } from '../../../shared/browser/still-pointer.js';

interface ReadingPlace {
  place: Place | null;
  /** The height of the post at the scroll anchor when it was set. */
  postHeight: number;
  reached: boolean;
  jumps: number;
  start: string | null;
  /** `short` is how many pixels the post is from its anchor because the page ends too early. */
  measurements: { scroll: number; width: number; height: number; short: number };
  /** True if the reader has scrolled since the last jump. */
  touched: boolean;
  entry: { id: number; address: string };
  saveTimer: ReturnType<typeof setTimeout> | undefined;
  savedAt: number;
}

/** The URL, the rail and the read mark are derived from this scroll anchor. */
export const useReadingPlace = create<ReadingPlace>(() => ({
  place: null,
  postHeight: 0,
  reached: false,
  jumps: 0,
  start: null,
  measurements: { scroll: 0, width: 0, height: 0, short: 0 },
  touched: false,
  entry: { id: 0, address: '' },
  saveTimer: undefined,
  savedAt: 0,
}));
const { getState: get, setState: set } = useReadingPlace;

/** Space in pixels left above the first unread reply so that its divider stays in view. */
export const startOffset = 12;

const saveEveryMs = 300;
/** Represents the top of the page. No page can scroll this many pixels. */
const topOffset = 1_000_000;

export function measureReadingLine(): number {
  return parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
}

function listShownPosts(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-at]')];
}

function jump(move: () => void): void {
  set(({ jumps }) => ({ jumps: jumps + 1, start: null }));
  move();
  releasePointer();
}

export function jumpToShown(move: () => void): void {
  jump(move);
  readFromScroll();
}

/** Returns a function that reports whether no other jump has happened since. Call it once the rows are loaded. */
export function startJump(place: Place): () => boolean {
  const jumps = get().jumps + 1;
  set({ place, reached: false, jumps, start: null, touched: false });
  return () => get().jumps === jumps;
}

/** `offset` is the distance in pixels from the reading line to the top of the post. */
export function showAt(post: HTMLElement, offset: number): void {
  set(({ measurements }) => ({ touched: false, measurements: { ...measurements, scroll: window.scrollY } }));
  jump(() => scrollToPost(post, offset));
  holdPlace();
  saveSoon();
}

/** On a page that is already open, the reader stays in the same place. */
export function setInitialPlace(): void {
  if (get().place) saveSoon();
  else jump(readFromScroll);
}

export function holdPlace(): void {
  const { place, postHeight, reached, measurements } = get();
  if (!place || !reached) return;
  const post = document.getElementById(`post-${place.id}`);
  if (!post) return restorePlace(place);
  const scrolledPixels = measureReaderScroll();
  const { top, height } = post.getBoundingClientRect();
  // A post that became shorter stays in view unless the reader scrolled away from it. A post above the reading line,
  // for example before a blank row, was not in view.
  const minOffset = place.offset + postHeight > 0 ? 1 - height : -Infinity;
  const targetOffset =
    scrolledPixels === 0 ? Math.max(place.offset, minOffset) : place.offset + measurements.short - scrolledPixels;
  const offset = top - measureReadingLine() - targetOffset;
  if (Math.abs(offset) >= 0.5) window.scrollBy(0, offset);
  remember();
  if (holdPointer() || scrolledPixels !== 0) return readFromScroll();
  const shortfall = post.getBoundingClientRect().top - measureReadingLine() - targetOffset;
  set((state) => ({ measurements: { ...state.measurements, short: shortfall } }));
}

function restorePlace({ order, offset }: Place): void {
  const next = listShownPosts().find(({ dataset }) => order !== '' && (dataset['order'] ?? '') > order);
  // A blank row has the same height, so nothing has moved.
  if (next?.previousElementSibling?.matches('[data-blank]')) readFromScroll();
  else if (next) showAt(next, Math.max(offset, 0));
}

function measureReaderScroll(): number {
  const { measurements } = get();
  const scrolledPixels = window.scrollY - measurements.scroll;
  const isAtBottom = window.scrollY >= document.documentElement.scrollHeight - window.innerHeight - 1;
  if (Math.abs(scrolledPixels) < 2 || measurements.width !== window.innerWidth || (scrolledPixels < 0 && isAtBottom))
    return 0;
  return scrolledPixels;
}

function remember(): void {
  set({
    measurements: { scroll: window.scrollY, width: window.innerWidth, height: document.body.scrollHeight, short: 0 },
  });
}

function findEditedPost(): HTMLElement | null {
  const post = document.activeElement?.closest('form')?.closest<HTMLElement>('[data-at]');
  if (!post) return null;
  const { top, bottom } = post.getBoundingClientRect();
  return bottom > measureReadingLine() && top < window.innerHeight ? post : null;
}

export function holdPost(id: number): void {
  const post = document.getElementById(`post-${id}`);
  if (!post) return;
  scrollToPost(post, post.getBoundingClientRect().top - measureReadingLine());
  remember();
}

/**
 * Anchors at a post that is being edited, or at the last post if the end is in view, or else at the post at the reading
 * line.
 */
function readFromScroll(): void {
  const posts = listShownPosts();
  const line = measureReadingLine();
  const end = document.getElementById('thread-end');
  const atEnd = end !== null && end.getBoundingClientRect().top <= window.innerHeight;
  const findPostAtLine = () =>
    [...posts].reverse().find((candidate) => candidate.getBoundingClientRect().top <= line + 1) ?? posts[0];
  const post = findEditedPost() ?? (atEnd ? posts.at(-1) : findPostAtLine());
  if (!post) return;
  const offset = window.scrollY < 1 ? topOffset : post.getBoundingClientRect().top - line;
  scrollToPost(post, offset);
  remember();
  saveSoon();
}

function scrollToPost(post: HTMLElement, offset: number): void {
  const { order = '', at = '' } = post.dataset;
  const place = { id: Number(post.id.slice('post-'.length)), order, at, offset };
  set(({ start }) => ({
    place,
    postHeight: post.getBoundingClientRect().height,
    reached: true,
    start: start ?? order,
  }));
}

/** Throttled because browsers limit how often a history entry may be written. */
function saveSoon(): void {
  const { place, entry, savedAt, saveTimer } = get();
  if (place) saveLastPlace({ ...place, entry: entry.id });
  const delayMs = savedAt + saveEveryMs - Date.now();
  if (delayMs <= 0) save();
  else set({ saveTimer: saveTimer ?? setTimeout(save, delayMs) });
}

function save(): void {
  cancelSave();
  set({ savedAt: Date.now() });
  const { place, reached, entry } = get();
  if (!place || !reached || entry.address !== getEntryAddress()) return;
  const hash = place.order === '' || place.offset === topOffset ? '' : `#post-${place.id}`;
  saveInEntry({ ...place, entry: entry.id }, hash);
}

function cancelSave(): void {
  clearTimeout(get().saveTimer);
  set({ saveTimer: undefined });
}

const getEntryAddress = () => `${(history.state as { key?: string } | null)?.key} ${location.pathname}`;

export function keepPlaceDuring(): void {
  cancelSave();
  set({ entry: { id: findPlaceOfEntry()?.entry ?? Math.random(), address: getEntryAddress() } });
}

export function followReader(): () => void {
  const end = new AbortController();
  const listen = { signal: end.signal, passive: true, capture: true };
  const sizes = new ResizeObserver(holdPlace);
  const touch = () => set({ touched: true });
  remember();
  sizes.observe(document.body);
  // Chromium takes the window's `overflow-anchor` from the body.
  const anchorElements = [document.documentElement, document.body];
  for (const { style } of anchorElements) style.setProperty('overflow-anchor', 'none');
  addEventListener('scroll', ({ target }) => target === document && onScroll(), listen);
  addEventListener('resize', holdPlace, listen);
  for (const kind of ['wheel', 'touchmove', 'keydown', 'pointerdown']) addEventListener(kind, touch, listen);
  addEventListener('click', () => get().saveTimer && save(), listen);
  return () => {
    end.abort();
    sizes.disconnect();
    if (get().saveTimer) save();
    for (const { style } of anchorElements) style.removeProperty('overflow-anchor');
    set({ place: null, reached: false });
  };
}

function onScroll(): void {
  const { measurements, reached, touched } = get();
  if (Math.abs(window.scrollY - measurements.scroll) < 2) return;
  if (!reached && !touched) return;
  if (!reached) jump(readFromScroll); // A reader who scrolls no longer waits for the anchor.
  // Until the document is loaded, the browser itself scrolls to the post in the URL.
  if (document.readyState !== 'complete' && location.hash !== '' && !touched) {
    set((state) => ({ measurements: { ...state.measurements, scroll: window.scrollY } }));
    return holdPlace();
  }
  const { width, height } = get().measurements;
  if (width !== window.innerWidth || height !== document.body.scrollHeight) holdPlace();
  readFromScroll();
}
