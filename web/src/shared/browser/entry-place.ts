/**
 * A reading position: a post and the distance in pixels from the reading line down to its top, which is negative if the
 * reader has scrolled past it.
 */
export interface Place {
  id: number;
  /** The position in the log, or '' for the opening text of a thread. */
  order: string;
  at: string;
  offset: number;
}

interface StoredPlace extends Place {
  entry: number;
}

/**
 * Browsers limit writes to history entries but not to `sessionStorage`. The stored place also survives a login, which
 * creates a new entry.
 */
const storageKey = 'guildhall.place';

/** Falls back to the place stored before a login. Returns null if there is none. */
export function findPlaceOfEntry(): StoredPlace | null {
  const { place, state } = getEntryState();
  const last = findLastPlace();
  if (isPlace(place)) return last?.entry === place.entry ? last : place;
  return isRecord(state) && state['returned'] === true && last ? { ...last, entry: Math.random() } : null;
}

export function saveInEntry(place: StoredPlace, hash: string): void {
  const { pathname, search } = location;
  history.replaceState({ ...getEntryState(), place }, '', pathname + search + hash);
}

export function saveLastPlace(place: StoredPlace): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ pathname: location.pathname, place }));
  } catch {
    // Without storage, a login returns to the top of the page.
  }
}

function findLastPlace(): StoredPlace | null {
  try {
    const last: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    if (isRecord(last) && last['pathname'] === location.pathname && isPlace(last['place'])) return last['place'];
  } catch {}
  return null;
}

function getEntryState(): Record<string, unknown> {
  const state: unknown = history.state;
  return isRecord(state) ? state : {};
}

function isPlace(value: unknown): value is StoredPlace {
  return isRecord(value) && typeof value['id'] === 'number' && typeof value['offset'] === 'number';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
