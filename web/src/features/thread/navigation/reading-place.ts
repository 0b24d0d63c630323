import { create } from 'zustand';
import { saveInEntry, saveLastPlace, placeOfEntry, type Place } from '../../../shared/browser/entry-place.js';

interface ReadingPlace {
  place: Place | null;
  /** False while the page is moving to the anchor. */
  reached: boolean;
  /** Counts jumps and restores, because the replies that they skip were not in view. */
  jumps: number;
  /** The order of the reply to which the last jump led; null while the page is moving there. */
  start: string | null;
}

/** The scroll anchor of the open thread, from which the URL, the rail and the read mark are derived. */
export const useReadingPlace = create<ReadingPlace>(() => ({
  place: null,
  reached: false,
  jumps: 0,
  start: null,
}));

/**
 * How far below the reading line a visit shows the first unread reply, in pixels, so that the line above it is in view.
 */
export const startOffset = 12;

/** Browsers limit how often the history entry may be written. */
const saveEveryMs = 300;
/** Offset that stands for the very top of the page, in pixels: farther than any page scrolls. */
const topOffset = 1_000_000;

/** The last scroll position and layout, and by how many pixels the end of the page kept it from the anchor. */
let known = { scroll: 0, width: 0, height: 0, short: 0 };
/** Whether the reader has scrolled or pressed something since the last jump. */
let touched = false;
let saveTimer: ReturnType<typeof setTimeout> | undefined;
let savedAt = 0;
/** The history entry in which the place is stored. */
let entry = { id: 0, address: '' };

/** Returns where a reply is read, in pixels below the top of the window, just below the header. */
export function readingLine(): number {
  return parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
}

/** Returns all posts in page order, including the opening text and folded posts. */
function shownPosts(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-at]')];
}

/** Scrolls by program; the replies that this skips count as unread. */
function jump(move: () => void): void {
  useReadingPlace.setState(({ jumps }) => ({ jumps: jumps + 1, start: null }));
  move();
}

/** Scrolls by program and makes the result the new anchor. */
export function jumpToShown(move: () => void): void {
  jump(move);
  readFromScroll();
}

/**
 * Starts moving the page to a place.
 * @returns whether that still holds, to be checked when its rows are loaded
 */
export function headFor(place: Place): () => boolean {
  touched = false;
  const jumps = useReadingPlace.getState().jumps + 1;
  useReadingPlace.setState({ place, reached: false, jumps, start: null });
  return () => useReadingPlace.getState().jumps === jumps;
}

/** Shows a post with its top at this distance from the reading line, in pixels, and holds it there. */
export function showAt(post: HTMLElement, offset: number): void {
  touched = false;
  known.scroll = window.scrollY;
  jump(() => reach(post, offset));
  holdPlace();
  saveSoon();
}

/** Starts the visit at the current scroll position, or continues there in a page that is already open. */
export function setInitialPlace(): void {
  if (useReadingPlace.getState().place) saveSoon();
  else jump(readFromScroll);
}

/** Holds the anchor in place while rows above it appear, disappear or change their height. */
export function holdPlace(): void {
  const { place, reached } = useReadingPlace.getState();
  if (!place || !reached) return;
  const post = document.getElementById(`post-${place.id}`);
  if (!post) return restorePlace(place);
  const moved = scrolledMeanwhile();
  const { top, height } = post.getBoundingClientRect();
  // A post that became shorter stays in view, unless the reader scrolled away from it.
  const wanted = moved === 0 ? Math.max(place.offset, 1 - height) : place.offset + known.short - moved;
  const off = top - readingLine() - wanted;
  if (Math.abs(off) >= 0.5) window.scrollBy(0, off);
  remember();
  if (moved !== 0) return readFromScroll();
  known.short = post.getBoundingClientRect().top - readingLine() - wanted;
}

/** If the anchor's post was removed, the next one becomes the anchor. */
function restorePlace({ order, offset }: Place): void {
  const next = shownPosts().find(({ dataset }) => order !== '' && (dataset['order'] ?? '') > order);
  if (next) showAt(next, Math.max(offset, 0));
}

/** How far the reader has scrolled since the last measurement. A page that became shorter scrolls by itself. */
function scrolledMeanwhile(): number {
  const moved = window.scrollY - known.scroll;
  const atBottom = window.scrollY >= document.documentElement.scrollHeight - window.innerHeight - 1;
  if (Math.abs(moved) < 2 || known.width !== window.innerWidth || (moved < 0 && atBottom)) return 0;
  return moved;
}

function remember(): void {
  known = { scroll: window.scrollY, width: window.innerWidth, height: document.body.scrollHeight, short: 0 };
}

/** Returns the post whose text the reader is editing, if it is in view. */
function editedPost(): HTMLElement | null {
  const post = document.activeElement?.closest('form')?.closest<HTMLElement>('[data-at]');
  if (!post) return null;
  const { top, bottom } = post.getBoundingClientRect();
  return bottom > readingLine() && top < window.innerHeight ? post : null;
}

/** Makes a post that is about to change its height the anchor, so that its top stays where it is. */
export function holdPost(id: number): void {
  const post = document.getElementById(`post-${id}`);
  if (!post) return;
  reach(post, post.getBoundingClientRect().top - readingLine());
  remember();
}

/**
 * After a scroll, the post at the reading line becomes the anchor, or the last one if the end is in view. A post being
 * edited takes precedence.
 */
function readFromScroll(): void {
  const posts = shownPosts();
  const line = readingLine();
  const end = document.getElementById('thread-end');
  const atEnd = end !== null && end.getBoundingClientRect().top <= window.innerHeight;
  const atLine = () => posts.findLast((one) => one.getBoundingClientRect().top <= line + 1) ?? posts[0];
  const post = editedPost() ?? (atEnd ? posts.at(-1) : atLine());
  if (!post) return;
  const offset = window.scrollY < 1 ? topOffset : post.getBoundingClientRect().top - line;
  reach(post, offset);
  remember();
  saveSoon();
}

function reach(post: HTMLElement, offset: number): void {
  const { order = '', at = '' } = post.dataset;
  const place = { id: Number(post.id.slice('post-'.length)), order, at, offset };
  useReadingPlace.setState(({ start }) => ({ place, reached: true, start: start ?? order }));
}

/** Stores the anchor immediately, but writes the history entry only as often as browsers allow. */
function saveSoon(): void {
  const { place } = useReadingPlace.getState();
  if (place) saveLastPlace({ ...place, entry: entry.id });
  const wait = savedAt + saveEveryMs - Date.now();
  if (wait <= 0) save();
  else saveTimer ??= setTimeout(save, wait);
}

function save(): void {
  dropTimer();
  savedAt = Date.now();
  const { place, reached } = useReadingPlace.getState();
  if (!place || !reached || entry.address !== addressNow()) return;
  const hash = place.order === '' || place.offset === topOffset ? '' : `#post-${place.id}`;
  saveInEntry({ ...place, entry: entry.id }, hash);
}

function dropTimer(): void {
  clearTimeout(saveTimer);
  saveTimer = undefined;
}

const addressNow = () => `${(history.state as { key?: string } | null)?.key} ${location.pathname}`;

/** Stores the anchor in the current history entry from now on. */
export function keepPlaceDuring(): void {
  dropTimer();
  entry = { id: placeOfEntry()?.entry ?? Math.random(), address: addressNow() };
}

/**
 * Follows the reader and the layout.
 * @returns a function that stops it
 */
export function followReader(): () => void {
  const end = new AbortController();
  const listen = { signal: end.signal, passive: true, capture: true };
  const sizes = new ResizeObserver(holdPlace);
  const touch = () => void (touched = true);
  remember();
  sizes.observe(document.body);
  // The body too, because Chromium reads the window's scroll anchoring from it.
  const anchored = [document.documentElement, document.body];
  for (const { style } of anchored) style.setProperty('overflow-anchor', 'none');
  addEventListener('scroll', ({ target }) => target === document && onScroll(), listen);
  addEventListener('resize', holdPlace, listen);
  for (const kind of ['wheel', 'touchmove', 'keydown', 'pointerdown']) addEventListener(kind, touch, listen);
  // A click may navigate to another entry.
  addEventListener('click', () => saveTimer && save(), listen);
  return () => {
    end.abort();
    sizes.disconnect();
    if (saveTimer) save();
    for (const { style } of anchored) style.removeProperty('overflow-anchor');
    useReadingPlace.setState({ place: null, reached: false });
  };
}

function onScroll(): void {
  if (Math.abs(window.scrollY - known.scroll) < 2) return;
  const { reached } = useReadingPlace.getState();
  if (!reached && !touched) return;
  if (!reached) jump(readFromScroll); // a reader who scrolls no longer waits for the anchor
  // Until the document is loaded, the browser itself scrolls to the post in the URL.
  if (document.readyState !== 'complete' && location.hash !== '' && !touched) {
    known.scroll = window.scrollY;
    return holdPlace();
  }
  if (known.width !== window.innerWidth || known.height !== document.body.scrollHeight) holdPlace();
  readFromScroll();
}
