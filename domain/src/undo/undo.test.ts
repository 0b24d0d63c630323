import { describe, expect, test } from 'vitest';
import type { DomainEvent } from '../events.js';
import { findFieldChangedSince, type RecordedEvent } from './undo.js';

const lock: DomainEvent = { type: 'ThreadLocked.v1', data: { threadId: 10 } };
const unlock: DomainEvent = { type: 'ThreadUnlocked.v1', data: { threadId: 10 } };
const pin: DomainEvent = { type: 'ThreadPinned.v1', data: { threadId: 10 } };
const recordedEvent = (id: string, event: DomainEvent, undoes: string | null = null): RecordedEvent => ({
  id,
  event,
  undoes,
});
const lockA = recordedEvent('a', lock);

describe('detecting later changes', () => {
  test('the undo check ignores later changes to other fields', () => {
    expect(findFieldChangedSince(lockA, [lockA])).toBeNull();
    expect(findFieldChangedSince(lockA, [lockA, recordedEvent('b', pin)])).toBeNull();
  });

  test('the undo check detects a later change to the same field, even back to the same value', () => {
    expect(findFieldChangedSince(lockA, [lockA, recordedEvent('b', unlock)])).toBe('lock of thread 10');
    expect(findFieldChangedSince(lockA, [lockA, recordedEvent('b', unlock), recordedEvent('c', lock)])).toBe(
      'lock of thread 10',
    );
  });

  test('the undo check ignores changes that were undone, but detects an undo of the action itself', () => {
    const b = recordedEvent('b', unlock);
    const undoOfB = recordedEvent('c', lock, 'b');
    expect(findFieldChangedSince(lockA, [lockA, b, undoOfB])).toBeNull();
    expect(findFieldChangedSince(lockA, [lockA, recordedEvent('c', unlock, 'a')])).toBe('lock of thread 10');
    const undo = recordedEvent('c', unlock, 'a');
    const redo = recordedEvent('d', lock, 'c');
    expect(findFieldChangedSince(undo, [undo])).toBeNull();
    expect(findFieldChangedSince(lockA, [lockA, undo, redo])).toBeNull();
    expect(findFieldChangedSince(undo, [undo, redo])).toBe('lock of thread 10');
  });
});
