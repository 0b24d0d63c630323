import { describe, expect, test } from 'vitest';
import type { DomainEvent } from './events.js';
import { touchedSince, type RecordedAct } from './undo.js';

const lock: DomainEvent = { type: 'ThreadLocked.v1', data: { threadId: 10 } };
const unlock: DomainEvent = { type: 'ThreadUnlocked.v1', data: { threadId: 10 } };
const pin: DomainEvent = { type: 'ThreadStuck.v1', data: { threadId: 10 } };
const act = (id: string, event: DomainEvent, undoes: string | null = null): RecordedAct => ({ id, event, undoes });
const lockA = act('a', lock);

describe('an act', () => {
  test('stands as it was left where nothing, or something else, happened since', () => {
    expect(touchedSince(lockA, [lockA])).toBeNull();
    expect(touchedSince(lockA, [lockA, act('b', pin)])).toBeNull();
  });

  test('does not where its field was changed since, even back to the same', () => {
    expect(touchedSince(lockA, [lockA, act('b', unlock)])).toBe('lock of thread 10');
    expect(touchedSince(lockA, [lockA, act('b', unlock), act('c', lock)])).toBe('lock of thread 10');
  });

  test('does again once what came later was undone, and no more once it was undone itself', () => {
    const b = act('b', unlock);
    const undoOfB = act('c', lock, 'b');
    expect(touchedSince(lockA, [lockA, b, undoOfB])).toBeNull();
    expect(touchedSince(lockA, [lockA, act('c', unlock, 'a')])).toBe('lock of thread 10');
    // The undo can be undone, and then the act once more.
    const undone = act('c', unlock, 'a');
    const redone = act('d', lock, 'c');
    expect(touchedSince(undone, [undone])).toBeNull();
    expect(touchedSince(lockA, [lockA, undone, redone])).toBeNull();
    expect(touchedSince(undone, [undone, redone])).toBe('lock of thread 10');
  });
});
