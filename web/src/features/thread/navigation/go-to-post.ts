import { showToast } from '../../../shared/toast.js';
import { loadAround } from '../state/load-more.js';
import { numberOf } from '../state/ordinals.js';
import { texts } from '../state/texts.js';
import { showAt, useReadingPlace } from './reading-place.js';
import { inOrder, useThread } from '../state/store.js';

const highlightMs = 2_400;

/** Whether the reply receives the focus. */
type Focus = boolean;

/**
 * Takes the reader to a reply, loaded or not: it moves to the reading line, is highlighted for a moment, and receives
 * the focus. Returns whether the reply exists.
 */
export function goToPost(id: number): Promise<boolean> {
  const { byId, threadId } = useThread.getState();
  return reach(id === threadId || byId[id] ? Promise.resolve({ id }) : loadAround('around', String(id)));
}

/**
 * Goes to the reply with this number, or else to the next one and announces that; beyond the last reply, goes to the
 * last.
 */
export async function goToNumber(number: number, focus?: Focus): Promise<boolean> {
  const loaded = inOrder(useThread.getState().byId).find((row) => numberOf(row) === number);
  const found = loaded ?? (await loadAround('number', String(number)));
  if (found && numberOf(found) > number) showToast(texts.numberDeleted(number));
  return reach(Promise.resolve(found), focus);
}

/** Goes to the first reply at or after a time. */
export function goToTime(at: string): Promise<boolean> {
  return reach(loadAround('at', at));
}

/** Goes to a reply once it is loaded; null means that there is none. */
export async function reach(loaded: Promise<{ id: number } | null>, focus: Focus = true): Promise<boolean> {
  const { jumps } = useReadingPlace.getState();
  const found = await loaded;
  const post = found && (await postDrawn(found.id));
  if (!post) return false;
  if (jumps !== useReadingPlace.getState().jumps) return true; // the reader has gone elsewhere in the meantime
  useThread.setState({ target: found.id });
  setTimeout(() => useThread.setState((state) => (state.target === found.id ? { target: null } : state)), highlightMs);
  showAt(post, 0);
  if (focus) post.focus({ preventScroll: true });
  return true;
}

/** The row is in the store, but rendering it may take a frame. */
export async function postDrawn(id: number): Promise<HTMLElement | null> {
  for (let tries = 0; tries < 10; tries++) {
    const post = document.getElementById(`post-${id}`);
    if (post) return post;
    await new Promise(requestAnimationFrame);
  }
  return null;
}
