import { describe, expect, test } from 'vitest';
import type { DomainEvent } from '../events.js';
import { findFieldChangedSince, type RecordedEvent } from './undo.js';

const lock: DomainEvent = { type: 'ThreadLocked.v1', data: { threadId: 10 } };
const unlock: DomainEvent = { type: 'ThreadUnlocked.v1', data: { threadId: 10 } };
const pin: DomainEvent = { type: 'ThreadPinned.v1', data: { threadId: 10 } };
const buildRecordedEvent = (id: string, event: DomainEvent, undoes: string | null = null): RecordedEvent => ({
  id,
  event,
  undoes,
});
const lockA = buildRecordedEvent('a', lock);

describe('detecting later changes', () => {
  test('the undo check ignores later changes to other fields', () => {
    expect(findFieldChangedSince(lockA, [lockA])).toBeNull();
    expect(findFieldChangedSince(lockA, [lockA, buildRecordedEvent('b', pin)])).toBeNull();
  });

  test('the undo check detects a later change to the same field, even back to the same value', () => {
    expect(findFieldChangedSince(lockA, [lockA, buildRecordedEvent('b', unlock)])).toBe('lock of thread 10');
    expect(findFieldChangedSince(lockA, [lockA, buildRecordedEvent('b', unlock), buildRecordedEvent('c', lock)])).toBe(
      'lock of thread 10',
    );
  });

  test('the undo check ignores changes that were undone, but detects an undo of the action itself', () => {
    const b = buildRecordedEvent('b', unlock);
    const undoOfB = buildRecordedEvent('c', lock, 'b');
    expect(findFieldChangedSince(lockA, [lockA, b, undoOfB])).toBeNull();
    expect(findFieldChangedSince(lockA, [lockA, buildRecordedEvent('c', unlock, 'a')])).toBe('lock of thread 10');
    const undo = buildRecordedEvent('c', unlock, 'a');
    const redo = buildRecordedEvent('d', lock, 'c');
    expect(findFieldChangedSince(undo, [undo])).toBeNull();
    expect(findFieldChangedSince(lockA, [lockA, undo, redo])).toBeNull();
    expect(findFieldChangedSince(undo, [undo, redo])).toBe('lock of thread 10');
  });
});
