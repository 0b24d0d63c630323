import { showToast } from '../../../shared/toast.js';
import { loadAround } from '../state/load-more.js';
import { getDisplayedNumber } from '../state/ordinals.js';
import { texts } from '../state/texts.js';
import { showAt, useReadingPlace } from './reading-place.js';
import { sortPosts, useThread } from '../state/store.js';

const highlightMs = 2_400;

/** Resolves to true if the reply exists. */
export function goToPost(id: number): Promise<boolean> {
  const { byId, threadId } = useThread.getState();
  return jumpTo(id === threadId || byId[id] ? Promise.resolve({ id }) : loadAround('around', String(id)));
}

/**
 * If the reply was deleted, shows the next one and announces this. Numbers beyond the last reply lead to the last one.
 */
export async function goToNumber(number: number, focus?: boolean): Promise<boolean> {
  const loadedPost = sortPosts(useThread.getState().byId).find((row) => getDisplayedNumber(row) === number);
  const row = loadedPost ?? (await loadAround('number', String(number)));
  if (row && getDisplayedNumber(row) > number) showToast(texts.numberDeleted(number));
  return jumpTo(Promise.resolve(row), focus);
}

export function goToTime(at: string): Promise<boolean> {
  return jumpTo(loadAround('at', at));
}

export async function jumpTo(target: Promise<{ id: number } | null>, focus = true): Promise<boolean> {
  const { jumps } = useReadingPlace.getState();
  const row = await target;
  const post = row && (await waitForPost(row.id));
  if (!post) return false;
  if (jumps !== useReadingPlace.getState().jumps) return true;
  useThread.setState({ target: row.id });
  setTimeout(() => useThread.setState((state) => (state.target === row.id ? { target: null } : state)), highlightMs);
  showAt(post, 0);
  if (focus) post.focus({ preventScroll: true });
  return true;
}

/** React may need a frame to render a row that is already in the store. */
export async function waitForPost(id: number): Promise<HTMLElement | null> {
  for (let tries = 0; tries < 10; tries++) {
    const post = document.getElementById(`post-${id}`);
    if (post) return post;
    await new Promise(requestAnimationFrame);
  }
  return null;
}
