import { loadAfter, loadAround } from '../state/load-more.js';
import { showAt, useReadingPlace } from './reading-place.js';
import { useThread } from '../state/store.js';

/** How long an own place stays marked, in milliseconds. */
const highlightMs = 2_400;

/**
 * Takes the reader to a reply of the open thread, loaded or not: it moves to the reading line, is marked for a moment,
 * and has the keyboard.
 * @returns whether the reply exists
 */
export function goToPost(id: number): Promise<boolean> {
  const { byId, threadId } = useThread.getState();
  return reach(id === threadId || byId[id] ? Promise.resolve({ id }) : loadAround('around', String(id)));
}

/** Goes to the nth reply, or to the first one since a moment. */
export function goTo(what: 'number' | 'at', value: string): Promise<boolean> {
  return reach(loadAround(what, value));
}

/** Goes to the first reply after an order. */
export function goToAfter(order: string): Promise<boolean> {
  return reach(loadAfter(order));
}

async function reach(loaded: Promise<{ id: number } | null>): Promise<boolean> {
  const { jumps } = useReadingPlace.getState();
  const found = await loaded;
  const post = found && (await postDrawn(found.id));
  if (!post) return false;
  if (jumps !== useReadingPlace.getState().jumps) return true; // the reader has gone elsewhere in the meantime
  useThread.setState({ target: found.id });
  setTimeout(() => useThread.setState((state) => (state.target === found.id ? { target: null } : state)), highlightMs);
  showAt(post, 0);
  post.focus({ preventScroll: true });
  return true;
}

/** The row is in the store; rendering it may need a frame. */
export async function postDrawn(id: number): Promise<HTMLElement | null> {
  for (let tries = 0; tries < 10; tries++) {
    const post = document.getElementById(`post-${id}`);
    if (post) return post;
    await new Promise(requestAnimationFrame);
  }
  return null;
}
