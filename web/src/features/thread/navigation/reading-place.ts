import { create } from 'zustand';
import { saveInEntry, saveLastPlace, placeOfEntry, type Place } from '../../../shared/browser/entry-place.js';

interface ReadingPlace {
  place: Place | null;
  /** The page shows the place; false while it is moving there. */
  reached: boolean;
  /** Counts the jumps and restores: the replies between the places before and after one were not in view. */
  jumps: number;
  /** The order of the place to which the last jump led; null while the page is moving there. */
  start: string | null;
}

/** Where the reader of the open thread is. The address, the rail and the read mark come from it. */
export const useReadingPlace = create<ReadingPlace>(() => ({
  place: null,
  reached: false,
  jumps: 0,
  start: null,
}));

/** How far below the reading line a visit shows the first unread reply, in pixels: the line above it is in view too. */
export const startOffset = 12;

/** Browsers limit how often the history entry may be written. */
const saveEveryMs = 300;
/** The offset of the place at the very top of the page, in pixels: farther down than any page scrolls. */
const topOffset = 1_000_000;

/** Scroll position and layout when last read, and by how many pixels the end of the page kept it from the place. */
let known = { scroll: 0, width: 0, height: 0, short: 0 };
/** The reader has scrolled or pressed something since the last jump. */
let touched = false;
let saveTimer: ReturnType<typeof setTimeout> | undefined;
let savedAt = 0;
/** The history entry in which the place is stored. */
let entry = { id: 0, address: '' };

/** The height at which a reply is read, in pixels below the top of the window: below the header. */
export function readingLine(): number {
  return parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
}

/** The posts of the page in order, with the thread's opening text; folded ones too. */
function shownPosts(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-at]')];
}

/** A scroll by the program: the replies that it skips were not read. */
function jump(move: () => void): void {
  useReadingPlace.setState(({ jumps }) => ({ jumps: jumps + 1, start: null }));
  move();
}

/** A scroll by the program that makes what it shows the place. */
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

/** Shows a post with its top at this distance from the reading line, in pixels, and keeps it there. */
export function showAt(post: HTMLElement, offset: number): void {
  touched = false;
  known.scroll = window.scrollY;
  jump(() => reach(post, offset));
  holdPlace();
  saveSoon();
}

/** The visit starts at the current scroll position; in a page that is already open it continues there. */
export function setInitialPlace(): void {
  if (useReadingPlace.getState().place) saveSoon();
  else jump(readFromScroll);
}

/** Keeps the place in the page while rows above it appear, disappear or change their height. */
export function holdPlace(): void {
  const { place, reached } = useReadingPlace.getState();
  if (!place || !reached) return;
  const post = document.getElementById(`post-${place.id}`);
  if (!post) return restorePlace(place);
  const moved = scrolledMeanwhile();
  const { top, height } = post.getBoundingClientRect();
  // A post that became shorter stays in view; one that the reader scrolled away from does not.
  const wanted = moved === 0 ? Math.max(place.offset, 1 - height) : place.offset + known.short - moved;
  const off = top - readingLine() - wanted;
  if (Math.abs(off) >= 0.5) window.scrollBy(0, off);
  remember();
  if (moved !== 0) return readFromScroll();
  known.short = post.getBoundingClientRect().top - readingLine() - wanted;
}

/** The post of the place was removed: the next one becomes the place. */
function restorePlace({ order, offset }: Place): void {
  const next = shownPosts().find(({ dataset }) => order !== '' && (dataset['order'] ?? '') > order);
  if (next) showAt(next, Math.max(offset, 0));
}

/** How far the reader has scrolled since the last reading. A page that became shorter scrolls by itself. */
function scrolledMeanwhile(): number {
  const moved = window.scrollY - known.scroll;
  const atBottom = window.scrollY >= document.documentElement.scrollHeight - window.innerHeight - 1;
  if (Math.abs(moved) < 2 || known.width !== window.innerWidth || (moved < 0 && atBottom)) return 0;
  return moved;
}

function remember(): void {
  known = { scroll: window.scrollY, width: window.innerWidth, height: document.body.scrollHeight, short: 0 };
}

/** The post whose text the reader is editing, where it is in view. */
function editedPost(): HTMLElement | null {
  const post = document.activeElement?.closest('form')?.closest<HTMLElement>('[data-at]');
  if (!post) return null;
  const { top, bottom } = post.getBoundingClientRect();
  return bottom > readingLine() && top < window.innerHeight ? post : null;
}

/** A post that is about to change its height, as by an edit, becomes the place: its top stays where it is. */
export function holdPost(id: number): void {
  const post = document.getElementById(`post-${id}`);
  if (!post) return;
  reach(post, post.getBoundingClientRect().top - readingLine());
  remember();
}

/**
 * The reader has scrolled: the post at the reading line is the place, or the last one where the end is in view. An edit
 * goes before both.
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

/** Stores the place immediately where nothing limits it, and in the history entry as often as browsers allow. */
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

/** From now on the place is stored in the current history entry. */
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
  // Of the body: Chromium takes the window's own anchoring from there.
  const anchored = [document.documentElement, document.body];
  for (const { style } of anchored) style.setProperty('overflow-anchor', 'none');
  addEventListener('scroll', ({ target }) => target === document && onScroll(), listen);
  addEventListener('resize', holdPlace, listen);
  for (const kind of ['wheel', 'touchmove', 'keydown', 'pointerdown']) addEventListener(kind, touch, listen);
  // A click may lead to another entry.
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
  if (!reached) jump(readFromScroll); // a reader who scrolls no longer waits for the place
  // Until it is loaded, the browser itself scrolls to the post that the address names.
  if (document.readyState !== 'complete' && location.hash !== '' && !touched) {
    known.scroll = window.scrollY;
    return holdPlace();
  }
  if (known.width !== window.innerWidth || known.height !== document.body.scrollHeight) holdPlace();
  readFromScroll();
}
