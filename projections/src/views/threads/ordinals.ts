import type { Change, Get } from '../../view.js';
import type { ViewDocument, ViewStore } from '../../view-store.js';
import type { ThreadDocument } from './document.js';

/**
 * Contains the replies with `width` consecutive numbers so that the nth one can be found without an index by number.
 */
export interface OrdinalDocument extends ViewDocument {
  /** Has the form `<thread>/<index>`. */
  id: string;
  slots: readonly (number | null)[];
}

export type OrdinalNode = Omit<OrdinalDocument, 'pos'>;

export const width = 64;

/** Replies in an incomplete group are stored in the thread's document, which each reply rewrites anyway. */
export const maxTail = 8;

export type OrdinalThread = Pick<ThreadDocument, 'id' | 'posted' | 'tail'>;

interface NumberedReply {
  id: number;
  number: number;
  isVisible: boolean;
}

export interface OrdinalChanges {
  tail: OrdinalThread['tail'];
  node: OrdinalNode | null;
}

export function updateOrdinals(thread: OrdinalThread, reply: NumberedReply, get: Get): OrdinalChanges {
  const slot = reply.isVisible ? reply.id : null;
  const inTail = reply.number - getFirstOfTail(thread);
  if (inTail < 0) return { tail: thread.tail, node: buildNode(thread.id, reply.number, [slot], get) };
  const tail = [...thread.tail];
  tail[inTail] = slot;
  if (tail.length < maxTail) return { tail, node: null };
  return { tail: [], node: buildNode(thread.id, getFirstOfTail(thread), tail, get) };
}

function buildNode(threadId: number, firstNumber: number, ids: OrdinalNode['slots'], get: Get): OrdinalNode {
  const id = buildId(threadId, Math.floor(firstNumber / width));
  const previousSlots = getSlots(id, get);
  const from = firstNumber % width;
  const slots = Array.from(
    { length: Math.max(previousSlots.length, from + ids.length) },
    (_, n) => previousSlots[n] ?? null,
  );
  slots.splice(from, ids.length, ...ids);
  return { id, slots };
}

export function findNewestVisible(
  { id: threadId, posted }: OrdinalThread,
  number: number,
  { tail, node }: OrdinalChanges,
  get: Get,
): number | null {
  const last = Math.min(number, posted - tail.length - 1);
  let newest = findNewest(tail);
  for (let index = Math.floor(last / width); newest === null && index >= 0; index--) {
    const id = buildId(threadId, index);
    newest = findNewest(node?.id === id ? node.slots : getSlots(id, get));
  }
  return newest;
}

/** One query is nearly always enough because the first node nearly always contains a visible reply. */
const nodesAtOnce = 4;

export async function findFirstVisibleFrom(
  store: Pick<ViewStore, 'getMany'>,
  thread: OrdinalThread,
  number: number,
): Promise<number | null> {
  const firstInTail = getFirstOfTail(thread);
  for (let index = Math.floor(number / width); index * width < firstInTail; index += nodesAtOnce) {
    const ids = Array.from({ length: nodesAtOnce }, (_, n) => buildId(thread.id, index + n));
    const nodes = await store.getMany<OrdinalDocument>('replyOrdinals', ids);
    const slots = ids.flatMap((id) => {
      const storedSlots = nodes.find((node) => node.id === id)?.slots ?? [];
      return Array.from({ length: width }, (_, n) => storedSlots[n] ?? null);
    });
    const postId = slots.find((id, n) => id !== null && index * width + n >= number);
    if (postId) return postId;
  }
  return thread.tail.slice(Math.max(number - firstInTail, 0)).find((id) => id !== null) ?? null;
}

export const listOrdinalChanges = ({ node }: OrdinalChanges): Change[] =>
  node ? [{ collection: 'replyOrdinals', document: { ...node } }] : [];

const getFirstOfTail = ({ posted, tail }: OrdinalThread): number => posted - tail.length;

const buildId = (threadId: number, index: number): string => `${threadId}/${index}`;

const getSlots = (id: string, get: Get): OrdinalNode['slots'] => get<OrdinalDocument>('replyOrdinals', id)?.slots ?? [];

const findNewest = (slots: OrdinalNode['slots']): number | null => slots.findLast((id) => id !== null) ?? null;
