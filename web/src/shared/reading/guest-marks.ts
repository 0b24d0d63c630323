import { store, readStored } from '../browser/storage.js';
import type { Mark } from './mark.js';

const maxGuestMarks = 300;
const key = 'read';

type GuestMark = [threadId: number, order: string | null, seen: number | null, at: string];

function isGuestMark(value: unknown): value is GuestMark {
  return Array.isArray(value) && value.length === 4 && typeof value[0] === 'number' && typeof value[3] === 'string';
}

function listMarks(): GuestMark[] {
  try {
    const value: unknown = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(value) ? value.filter(isGuestMark) : [];
  } catch {
    return [];
  }
}

export function findGuestMarks(threadIds: readonly number[]): Record<number, Mark> {
  const ids = new Set(threadIds);
  const marks = listMarks().filter(([id]) => ids.has(id));
  return Object.fromEntries(
    marks.map(([id, order, seenCount, at]) => [id, { unread: false, order, seen: seenCount, at }]),
  );
}

export function saveGuestMark(threadId: number, { order, seen, at }: Mark): void {
  const otherMarks = listMarks().filter(([id]) => id !== threadId);
  store(key, JSON.stringify([...otherMarks, [threadId, order, seen, at]].slice(-maxGuestMarks)));
}
