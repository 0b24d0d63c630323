import { store, readStored } from '../browser/storage.js';

const maxUnsentMarks = 100;

export type UnsentMark = [threadId: number, order: string | null];

const getKey = (userId: number): string => `unsent-marks.${userId}`;

const isUnsentMark = (value: unknown): value is UnsentMark =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'number';

export function listUnsentMarks(userId: number): UnsentMark[] {
  try {
    const value: unknown = JSON.parse(readStored(getKey(userId)) ?? '[]');
    return Array.isArray(value) ? value.filter(isUnsentMark) : [];
  } catch {
    return [];
  }
}

/** A mark replaces the thread's earlier mark. */
export function saveUnsentMark(userId: number, mark: UnsentMark): void {
  const otherMarks = listUnsentMarks(userId).filter(([id]) => id !== mark[0]);
  store(getKey(userId), JSON.stringify([...otherMarks, mark].slice(-maxUnsentMarks)));
}

/** Does not remove a later mark for the thread. */
export function removeUnsentMark(userId: number, [threadId, order]: UnsentMark): void {
  const marks = listUnsentMarks(userId).filter((mark) => mark[0] !== threadId || mark[1] !== order);
  store(getKey(userId), JSON.stringify(marks));
}
