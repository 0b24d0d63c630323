import type { Change, Get } from '../../view.js';
import type { ViewDocument, ViewStore } from '../../view-store.js';

/**
 * The visible replies of a thread, as a tree: it finds the newest one in a few steps, however many were deleted. A leaf
 * holds the replies of `width` numbers; a node above it marks which of its children hold any. The first node of a level
 * is not marked above: it is read anyway, and a short thread has one leaf and nothing above it.
 */
export interface OrdinalDocument extends ViewDocument {
  /** `<thread>/<level>/<index>`; leaves are level 0. */
  id: string;
  /** Leaf: the id of the reply with that number, null when it is not visible. Above: 1 for a child that holds any. */
  slots: readonly (number | null)[];
}

export type OrdinalNode = Omit<OrdinalDocument, 'pos'>;

export const width = 32;

/**
 * The nodes that change when a reply becomes visible or is deleted. `number`: how many were posted in the thread before
 * it.
 */
export function ordinalsAfter(
  threadId: number,
  { id, number, isVisible }: { id: number; number: number; isVisible: boolean },
  get: Get,
): OrdinalNode[] {
  const changed: OrdinalNode[] = [];
  let held: number | null = isVisible ? id : null;
  for (let level = 0, at = number; ; level++) {
    const index = Math.floor(at / width);
    const before = slotsOf(threadId, level, index, get);
    const slots = before.slice();
    while (slots.length <= at % width) slots.push(null);
    slots[at % width] = held;
    changed.push({ id: idOf(threadId, level, index), slots });
    const holdsAny = lastOf(slots) >= 0;
    if (index === 0 || holdsAny === lastOf(before) >= 0) return changed;
    held = holdsAny ? 1 : null;
    at = index;
  }
}

/** The id of the newest visible reply after `changed` has deleted the reply of this number, the newest before. */
export function newestVisible(
  threadId: number,
  number: number,
  changed: readonly OrdinalNode[],
  get: Get,
): number | null {
  const slotsAt = (level: number, index: number) =>
    changed.find(({ id }) => id === idOf(threadId, level, index))?.slots ?? slotsOf(threadId, level, index, get);
  let [level, index] = [0, Math.floor(number / width)];
  while (index > 0 && lastOf(slotsAt(level, index)) < 0) [level, index] = [level + 1, Math.floor(index / width)];
  for (; level > 0; level--) index = index * width + Math.max(lastOf(slotsAt(level, index)), 0);
  const leaf = slotsAt(0, index);
  return leaf[lastOf(leaf)] ?? null;
}

/** The id of the visible reply of this number, or of the next one that is visible; null where there is none. */
export async function firstVisibleFrom(
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

const idOf = (threadId: number, level: number, index: number): string => `${threadId}/${level}/${index}`;

const slotsOf = (threadId: number, level: number, index: number, get: Get): OrdinalNode['slots'] =>
  get<OrdinalDocument>('replyOrdinals', idOf(threadId, level, index))?.slots ?? [];

const lastOf = (slots: OrdinalNode['slots']): number => slots.findLastIndex((held) => held !== null);
