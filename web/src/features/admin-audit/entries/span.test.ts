import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { expect, test } from 'vitest';
import { undoableIn } from './span.js';

const row = (id: string, more: Partial<AuditRow> = {}): AuditRow => ({
  id,
  position: '0',
  kind: 'ThreadLocked',
  area: 'threads',
  at: '2026-11-20T14:00:00.000Z',
  actor: null,
  subject: { kind: 'thread', id: 1, name: null },
  person: null,
  reason: null,
  before: null,
  after: null,
  undoes: null,
  undone_by: null,
  undoable: true,
  ...more,
});

test('counts the actions of a span that can be undone, but not the undos of actions within it', () => {
  const entries = [
    row('undo of lock', { undoes: 'lock' }),
    row('undo of older', { undoes: 'older' }),
    row('lock', { undone_by: 'undo of lock', undoable: false }),
    row('edit', { undoable: false }),
    row('pin'),
  ];
  expect(undoableIn(entries).map(({ id }) => id)).toEqual(['undo of older', 'pin']);
});
