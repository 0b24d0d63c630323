import { create } from 'zustand';
import { saveInEntry, saveLastPlace, findPlaceOfEntry, type Place } from '../../../shared/browser/entry-place.js';
import { holdPointer, releasePointer } from '../../../shared/browser/still-pointer.js';

interface ReadingPlace {
  place: Place | null;
  reached: boolean;
  jumps: number;
  start: string | null;
}

/** The URL, the rail and the read mark are derived from this scroll anchor. */
export const useReadingPlace = create<ReadingPlace>(() => ({ place: null, reached: false, jumps: 0, start: null }));
const { getState: get, setState: set } = useReadingPlace;

/** Outside the store because nothing else depends on these, and measuring must not notify its subscribers. */
const scrollState = {
  scrollY: 0,
  width: 0,
  height: 0,
  /** How many pixels the post is from its anchor because the page ends too early. */
  short: 0,
  /** The height of the post at the scroll anchor when it was set. */
  postHeight: 0,
  /** True if the reader has scrolled since the last jump. */
  touched: false,
};

const saveState = {
  entry: { id: 0, address: '' },
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
  savedAt: 0,
};

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
  scrollState.touched = false;
  set({ place, reached: false, jumps, start: null });
  return () => get().jumps === jumps;
}

/** `offset` is the distance in pixels from the reading line to the top of the post. */
export function showAt(post: HTMLElement, offset: number): void {
  scrollState.touched = false;
  scrollState.scrollY = window.scrollY;
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
  const { place, reached } = get();
  if (!place || !reached) return;
  const post = document.getElementById(`post-${place.id}`);
  if (!post) return restorePlace(place);
  const scrolledPixels = measureReaderScroll();
  const { top, height } = post.getBoundingClientRect();
  // A post that became shorter stays in view unless the reader scrolled away from it. A post above the reading line,
  // for example before a blank row, was not in view.
  const minOffset = place.offset + scrollState.postHeight > 0 ? 1 - height : -Infinity;
  const targetOffset =
    scrolledPixels === 0 ? Math.max(place.offset, minOffset) : place.offset + scrollState.short - scrolledPixels;
  const offset = top - measureReadingLine() - targetOffset;
  if (Math.abs(offset) >= 0.5) window.scrollBy(0, offset);
  remember();
  if (holdPointer() || scrolledPixels !== 0) return readFromScroll();
  scrollState.short = post.getBoundingClientRect().top - measureReadingLine() - targetOffset;
}

function restorePlace({ order, offset }: Place): void {
  const next = listShownPosts().find(({ dataset }) => order !== '' && (dataset['order'] ?? '') > order);
  // A blank row has the same height, so nothing has moved.
  if (next?.previousElementSibling?.matches('[data-blank]')) readFromScroll();
  else if (next) showAt(next, Math.max(offset, 0));
}

function measureReaderScroll(): number {
  const scrolledPixels = window.scrollY - scrollState.scrollY;
  const isAtBottom = window.scrollY >= document.documentElement.scrollHeight - window.innerHeight - 1;
  if (Math.abs(scrolledPixels) < 2 || scrollState.width !== window.innerWidth || (scrolledPixels < 0 && isAtBottom))
    return 0;
  return scrolledPixels;
}

function remember(): void {
  scrollState.scrollY = window.scrollY;
  scrollState.width = window.innerWidth;
  scrollState.height = document.body.scrollHeight;
  scrollState.short = 0;
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
  scrollState.postHeight = post.getBoundingClientRect().height;
  set(({ start }) => ({ place, reached: true, start: start ?? order }));
}

/** Throttled because browsers limit how often a history entry may be written. */
function saveSoon(): void {
  const { place } = get();
  if (place) saveLastPlace({ ...place, entry: saveState.entry.id });
  const delayMs = saveState.savedAt + saveEveryMs - Date.now();
  if (delayMs <= 0) save();
  else saveState.timer ??= setTimeout(save, delayMs);
}

function save(): void {
  cancelSave();
  saveState.savedAt = Date.now();
  const { place, reached } = get();
  const { entry } = saveState;
  if (!place || !reached || entry.address !== getEntryAddress()) return;
  const hash = place.order === '' || place.offset === topOffset ? '' : `#post-${place.id}`;
  saveInEntry({ ...place, entry: entry.id }, hash);
}

function cancelSave(): void {
  clearTimeout(saveState.timer);
  saveState.timer = undefined;
}

const getEntryAddress = () => `${(history.state as { key?: string } | null)?.key} ${location.pathname}`;

export function keepPlaceDuring(): void {
  cancelSave();
  saveState.entry = { id: findPlaceOfEntry()?.entry ?? Math.random(), address: getEntryAddress() };
}

export function followReader(): () => void {
  const end = new AbortController();
  const listen = { signal: end.signal, passive: true, capture: true };
  const sizes = new ResizeObserver(holdPlace);
  const touch = () => (scrollState.touched = true);
  scrollState.touched = false;
  remember();
  sizes.observe(document.body);
  // Chromium takes the window's `overflow-anchor` from the body.
  const anchorElements = [document.documentElement, document.body];
  for (const { style } of anchorElements) style.setProperty('overflow-anchor', 'none');
  addEventListener('scroll', ({ target }) => target === document && onScroll(), listen);
  addEventListener('resize', holdPlace, listen);
  for (const kind of ['wheel', 'touchmove', 'keydown', 'pointerdown']) addEventListener(kind, touch, listen);
  addEventListener('click', () => saveState.timer && save(), listen);
  return () => {
    end.abort();
    sizes.disconnect();
    if (saveState.timer) save();
    for (const { style } of anchorElements) style.removeProperty('overflow-anchor');
    set({ place: null, reached: false });
  };
}

function onScroll(): void {
  const { reached } = get();
  if (Math.abs(window.scrollY - scrollState.scrollY) < 2) return;
  if (!reached && !scrollState.touched) return;
  if (!reached) jump(readFromScroll); // A reader who scrolls no longer waits for the anchor.
  // Until the document is loaded, the browser itself scrolls to the post in the URL.
  if (document.readyState !== 'complete' && location.hash !== '' && !scrollState.touched) {
    scrollState.scrollY = window.scrollY;
    return holdPlace();
  }
  const hasNewSize = scrollState.width !== window.innerWidth || scrollState.height !== document.body.scrollHeight;
  if (hasNewSize) holdPlace();
  readFromScroll();
}
