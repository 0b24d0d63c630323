import type { UndoResult } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { admin } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { auditRow as row } from '../../../testing/staff-rows.js';
import { EntriesTable } from './entries-table.js';
import { UndoDialog } from './undo-dialog.js';
import { SpanForm, SpanResults } from './span-dialog.js';

test('links to an existing thread and shows Undo for undoable actions', async () => {
  server.respondWith('GET /admin/roles', []);
  server.respondWith('GET /forums/sections', []);
  const undo = vi.fn();
  const rows = [
    row('locked'),
    row('deleted', { kind: 'ThreadDeleted', after: { deleted: true } }),
    row('fixed', { undoable: false }),
  ];
  const user = await show(<EntriesTable rows={rows} undo={undo} />, { as: admin });
  const line = (n: number) => within(screen.getAllByRole('row')[n + 1]!);
  expect(
    line(0)
      .getByRole('link', { name: /My castle/ })
      .getAttribute('href'),
  ).toBe('/forums/thread/7');
  expect(line(1).queryByRole('link', { name: /My castle/ })).toBeNull();
  expect(line(1).getByText(/My castle/)).toBeDefined();
  await user.click(line(1).getByRole('button', { name: /^Undo: / }));
  expect(undo.mock.calls[0]?.[0]).toBe(rows[1]);
  expect(line(2).queryByRole('button')).toBeNull();
});

test('refuses a time span that ends before it starts', async () => {
  server.respondWith('GET /forums/member-stats', []);
  const query = { area: '', kind: '', target: '', actor: 'Ada' };
  const span = { ...query, from: '2026-03-02T12:00:00.000Z', to: '2026-03-01T12:00:00.000Z' };
  const user = await show(<SpanForm query={span} onFound={() => {}} close={() => {}} />, { as: admin });
  await user.click(screen.getByRole('button', { name: 'Preview actions' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The end must be after the start.');
  expect(server.calls('GET /admin/audit')).toEqual([]);
});

test('lists the actions that could not be undone first', async () => {
  const entries = [row('a'), row('b', { subject: { kind: 'thread', id: 8, name: 'My moat' } })];
  const result = (id: string, success: boolean): UndoResult => ({
    ...{ id, kind: 'ThreadLocked', success },
    ...(success ? {} : { error: 'Someone changed this in the meantime.', code: 'changed-since' }),
  });
  const span = { actor: { id: 1, username: 'Ada' }, from: '', to: '', entries, undoable: entries };
  await show(<SpanResults span={span} results={[result('a', true), result('b', false)]} />, { as: admin });
  expect(screen.getByText('1 of 2 undone.')).toBeDefined();
  const [first, second] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(first).toContain('My moat');
  expect(first).toContain('Someone changed this in the meantime.');
  expect(second).toMatch(/My castle.*undone/);
});

test('shows the change that an undo would make', async () => {
  server.respondWith('GET /admin/roles', []);
  server.respondWith('GET /forums/sections', []);
  const deletion = row('a1', {
    ...{ kind: 'ReplyDeleted', subject: { kind: 'post', id: 70, name: 'My castle' } },
    ...{ before: { deleted: false }, after: { deleted: true } },
  });
  const callbacks = { close: () => {}, undone: () => {}, changed: () => {} };
  await show(<UndoDialog row={deletion} back={{ current: null }} {...callbacks} />, { as: admin });
  const dialog = await screen.findByRole('dialog', { name: 'Undo “Deleted a reply”: Reply in “My castle”?' });
  expect(dialog.querySelector('ul')?.textContent).toBe('before: deleted →  after: visible');
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined();
});
