import type { Change, Get } from '../../view.js';
import type { ViewDocument, ViewStore } from '../../view-store.js';
import type { ThreadDocument } from './document.js';

/**
 * The visible replies of a thread, as a tree that finds the newest one in a few steps, however many were deleted. A
 * leaf holds the replies of `width` numbers; a node above it marks which of its children hold any. The first node of a
 * level is not marked above: it is read anyway, and a short thread has one leaf and nothing above it.
 */
export interface OrdinalDocument extends ViewDocument {
  /** `<thread>/<level>/<index>`; leaves are level 0. */
  id: string;
  /** Leaf: the id of the reply with that number, null if it is not visible. Above: 1 for a child that holds any. */
  slots: readonly (number | null)[];
}

export type OrdinalNode = Omit<OrdinalDocument, 'pos'>;

export const width = 32;

/**
 * This many replies enter the tree together: until then they are in the thread's document, which each reply rewrites
 * anyway.
 */
export const maxTail = 8;

/** The fields that show which replies are visible. */
export type OrdinalThread = Pick<ThreadDocument, 'id' | 'posted' | 'tail'>;

/** `number` is how many replies were posted in the thread before it. */
interface NumberedReply {
  id: number;
  number: number;
  isVisible: boolean;
}

export interface OrdinalChanges {
  tail: OrdinalThread['tail'];
  nodes: OrdinalNode[];
}

/** Returns the changes when a reply is posted, becomes visible again or is deleted. */
export function ordinalsAfter(thread: OrdinalThread, reply: NumberedReply, get: Get): OrdinalChanges {
  const held = reply.isVisible ? reply.id : null;
  const inTail = reply.number - firstOfTail(thread);
  if (inTail < 0) return { tail: thread.tail, nodes: nodesAfter(thread.id, reply.number, [held], get) };
  const tail = [...thread.tail];
  tail[inTail] = held;
  if (tail.length < maxTail) return { tail, nodes: [] };
  return { tail: [], nodes: nodesAfter(thread.id, firstOfTail(thread), tail, get) };
}

/** Returns the nodes that change with a few consecutive replies, all in one leaf. */
function nodesAfter(threadId: number, first: number, ids: OrdinalNode['slots'], get: Get): OrdinalNode[] {
  const changed: OrdinalNode[] = [];
  for (let level = 0, at = first, held = ids; ; level++) {
    const index = Math.floor(at / width);
    const before = slotsOf(threadId, level, index, get);
    const from = at % width;
    const slots = Array.from({ length: Math.max(before.length, from + held.length) }, (_, n) => before[n] ?? null);
    slots.splice(from, held.length, ...held);
    changed.push({ id: idOf(threadId, level, index), slots });
    const holdsAny = lastOf(slots) >= 0;
    if (index === 0 || holdsAny === lastOf(before) >= 0) return changed;
    held = [holdsAny ? 1 : null];
    at = index;
  }
}

/**
 * Returns the id of the newest visible reply after `changed` has deleted the reply of this number, which was the
 * newest.
 */
export function newestVisible(
  { id: threadId, posted }: OrdinalThread,
  number: number,
  { tail, nodes }: OrdinalChanges,
  get: Get,
): number | null {
  const inTail = tail[lastOf(tail)];
  if (typeof inTail === 'number') return inTail;
  const last = Math.min(number, posted - tail.length - 1);
  return last < 0 ? null : newestInTree(threadId, last, nodes, get);
}

/** Searches the replies up to a number; none after it is visible. */
function newestInTree(threadId: number, number: number, changed: readonly OrdinalNode[], get: Get): number | null {
  const slotsAt = (level: number, index: number) =>
    changed.find(({ id }) => id === idOf(threadId, level, index))?.slots ?? slotsOf(threadId, level, index, get);
  let [level, index] = [0, Math.floor(number / width)];
  while (index > 0 && lastOf(slotsAt(level, index)) < 0) [level, index] = [level + 1, Math.floor(index / width)];
  for (; level > 0; level--) index = index * width + Math.max(lastOf(slotsAt(level, index)), 0);
  const leaf = slotsAt(0, index);
  return leaf[lastOf(leaf)] ?? null;
}

/** Returns the id of the visible reply of this number, or of the next visible one; null if there is none. */
export async function firstVisibleFrom(
  store: Pick<ViewStore, 'getMany'>,
  thread: OrdinalThread,
  number: number,
): Promise<number | null> {
  const first = firstOfTail(thread);
  const inTree = number < first ? await firstInTree(store, thread.id, number) : null;
  return inTree ?? thread.tail.slice(Math.max(number - first, 0)).find((id) => id !== null) ?? null;
}

async function firstInTree(
  store: Pick<ViewStore, 'getMany'>,
  threadId: number,
  number: number,
): Promise<number | null> {
  const slotsAt = async (level: number, index: number): Promise<OrdinalNode['slots']> => {
    const [node] = await store.getMany<OrdinalDocument>('replyOrdinals', [idOf(threadId, level, index)]);
    return node?.slots ?? [];
  };
  let [level, index, first] = [0, Math.floor(number / width), number % width];
  for (;;) {
    const slots = await slotsAt(level, index);
    const at = slots.findIndex((held, slot) => slot >= first && held !== null);
    const held = slots[at];
    if (level === 0 && typeof held === 'number') return held;
    if (at >= 0) {
      [level, index, first] = [level - 1, index * width + at, 0];
    } else {
      if (index === 0 && slots.length < width) return null; // nothing is above a node that was never full
      [level, index, first] = [level + 1, Math.floor(index / width), (index % width) + 1];
    }
  }
}

export const ordinalChange = ({ id, slots }: OrdinalNode): Change => ({
  collection: 'replyOrdinals',
  document: { id, slots },
});

const firstOfTail = ({ posted, tail }: OrdinalThread): number => posted - tail.length;

const idOf = (threadId: number, level: number, index: number): string => `${threadId}/${level}/${index}`;

const slotsOf = (threadId: number, level: number, index: number, get: Get): OrdinalNode['slots'] =>
  get<OrdinalDocument>('replyOrdinals', idOf(threadId, level, index))?.slots ?? [];

const lastOf = (slots: OrdinalNode['slots']): number => slots.findLastIndex((held) => held !== null);
