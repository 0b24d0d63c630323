import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { admin } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { UndoDialog } from './undo-dialog.js';

const at = '2026-03-01T12:00:00.000Z';
const deletion: AuditRow = {
  ...{ id: '00000000-0000-4000-8000-000000000001', position: '1', kind: 'ReplyDeleted', area: 'replies', at },
  ...{ actor: { id: 1, username: 'Ada' }, subject: { kind: 'post', id: 70, name: 'My castle' }, person: null },
  ...{ reason: null, before: { deleted: false }, after: { deleted: true }, undoes: null, undone_by: null },
  undoable: true,
};

test('shows the change that an undo makes', async () => {
  server.respondWith('GET /admin/roles', []);
  server.respondWith('GET /forums/sections', []);
  const nothing = () => {};
  const back = { current: null };
  await show(<UndoDialog row={deletion} back={back} close={nothing} undone={nothing} changed={nothing} />, {
    as: admin,
  });
  const dialog = await screen.findByRole('dialog', { name: 'Undo “Deleted a reply”: Reply in “My castle”?' });
  expect(dialog.querySelector('ul')?.textContent).toBe('before: deleted →  after: visible');
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined();
});
