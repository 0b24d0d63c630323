import { loadAfter, loadAround } from './load-more.js';
import { useThread } from './store.js';

/** So long an own place stays marked, in milliseconds. */
const marked = 2_400;

/**
 * Leads the reader to a reply of the open thread, loaded or not: it comes into view, is marked for a moment, and has the
 * keyboard. @returns whether it is there
 */
export async function goToPost(id: number): Promise<boolean> {
  const { byId, threadId } = useThread.getState();
  if (id !== threadId && !byId[id] && !(await loadAround('around', String(id)))) return false;
  return reach(id);
}

/** Leads to the nth reply, or to the first one since a moment. */
export async function goTo(what: 'number' | 'at', value: string): Promise<boolean> {
  const found = await loadAround(what, value);
  return found !== null && reach(found.id);
}

/** Leads to the first reply after an order. */
export async function goToAfter(order: string): Promise<boolean> {
  const found = await loadAfter(order);
  return found !== null && reach(found.id);
}

/** The row is in the store; what draws it may need a frame. */
async function reach(id: number): Promise<boolean> {
  useThread.setState({ target: id });
  setTimeout(() => useThread.setState((state) => (state.target === id ? { target: null } : state)), marked);
  for (let tries = 0; tries < 10; tries++) {
    await new Promise(requestAnimationFrame);
    const post = document.getElementById(`post-${id}`);
    if (!post) continue;
    post.scrollIntoView({ block: 'start' });
    post.focus({ preventScroll: true });
    return true;
  }
  return false;
}
