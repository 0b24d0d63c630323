/**
 * The place of a reader: a post, and how far its top is below the reading line, in pixels; negative when scrolled past.
 */
export interface Place {
  /** The id of the post; that of the thread for its opening text. */
  id: number;
  /** Its order in the log; empty for the opening text of a thread. */
  order: string;
  /** When it was written (ISO 8601). */
  at: string;
  offset: number;
}

interface Kept extends Place {
  /** Distinguishes the entries of a thread. */
  entry: number;
}

/**
 * The key in `sessionStorage` of the last stored place. It may be written as often as the reader scrolls, which a
 * history entry may not; and a login returns to it in a new entry.
 */
const lastKey = 'guildhall.place';

/** The place stored in the current history entry, or the one left for the login; null without one. */
export function placeOfEntry(): Kept | null {
  const { place, state } = stateNow();
  const last = lastPlace();
  if (isPlace(place)) return last?.entry === place.entry ? last : place;
  return isRecord(state) && state['returned'] === true && last ? { ...last, entry: Math.random() } : null;
}

/** Stores a place, and the fragment that names it, in the current history entry; the router's own state stays. */
export function saveInEntry(place: Kept, hash: string): void {
  const { pathname, search } = location;
  history.replaceState({ ...stateNow(), place }, '', pathname + search + hash);
}

/** Stores a place as the last one. */
export function saveLastPlace(place: Kept): void {
  try {
    sessionStorage.setItem(lastKey, JSON.stringify({ pathname: location.pathname, place }));
  } catch {
    // Without storage a login returns to the top of the page.
  }
}

function lastPlace(): Kept | null {
  try {
    const last: unknown = JSON.parse(sessionStorage.getItem(lastKey) ?? 'null');
    if (isRecord(last) && last['pathname'] === location.pathname && isPlace(last['place'])) return last['place'];
  } catch {
    // As where nothing was stored.
  }
  return null;
}

function stateNow(): Record<string, unknown> {
  const state: unknown = history.state;
  return isRecord(state) ? state : {};
}

function isPlace(value: unknown): value is Kept {
  return isRecord(value) && typeof value['id'] === 'number' && typeof value['offset'] === 'number';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
