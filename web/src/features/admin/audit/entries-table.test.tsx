import type { UndoResult } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { admin, buildSuccessResponse } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { buildAuditRow as row } from '../../../testing/staff-rows.js';
import { EntriesTable } from './entries-table.js';
import { UndoDialog } from './undo-dialog.js';
import { BatchDialog, SpanForm, SpanResults } from './span-dialog.js';

test('an audit entry links to its thread and shows Undo if it can be undone', async () => {
  server.respondWith('GET /admin/roles', []);
  server.respondWith('GET /forums/sections', []);
  const undo = vi.fn();
  const rows = [
    row('locked'),
    row('deleted', { kind: 'ThreadDeleted', after: { deleted: true } }),
    row('fixed', { undoable: false }),
  ];
  const user = await show(<EntriesTable rows={rows} undo={undo} />, { as: admin });
  const getLine = (n: number) => within(screen.getAllByRole('row')[n + 1]!);
  expect(
    getLine(0)
      .getByRole('link', { name: /My castle/ })
      .getAttribute('href'),
  ).toBe('/forums/thread/7');
  expect(getLine(1).queryByRole('link', { name: /My castle/ })).toBeNull();
  expect(getLine(1).getByText(/My castle/)).toBeDefined();
  await user.click(getLine(1).getByRole('button', { name: /^Undo: / }));
  expect(undo.mock.calls[0]?.[0]).toBe(rows[1]);
  expect(getLine(2).queryByRole('button')).toBeNull();
});

test("the audit shows one call's actions as a single expandable row", async () => {
  server.respondWith('GET /admin/roles', []);
  server.respondWith('GET /forums/sections', []);
  const [undo, undoBatch] = [vi.fn(), vi.fn()];
  const lock = { batch: 'call', before: { locked: false }, after: { locked: true }, reason: 'Over' };
  const rows = [
    row('a', { ...lock, subject: { kind: 'thread', id: 8, name: 'My moat' }, undoable: false, undone_by: 'z' }),
    row('b', lock),
    row('c', { reason: 'Alone' }),
  ];
  const user = await show(<EntriesTable rows={rows} undo={undo} undoBatch={undoBatch} />, { as: admin });
  expect(screen.getAllByRole('row')).toHaveLength(3);
  const batch = within(screen.getAllByRole('row')[1]!);
  batch.getByText('Thread “My moat”, Thread “My castle”');
  batch.getByText('“Over”');
  batch.getByText('1 of 2 undone');
  await user.click(batch.getByRole('button', { name: 'Undo all: Locked a thread, 2 actions' }));
  expect(undoBatch.mock.calls[0]?.[0]).toEqual(rows.slice(0, 2));
  const toggle = batch.getByRole('button', { name: '2 actions: Locked a thread' });
  await user.click(toggle);
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getAllByRole('row')).toHaveLength(5);
  await user.click(within(screen.getAllByRole('row')[3]!).getByRole('button', { name: /^Undo: / }));
  expect(undo.mock.calls[0]?.[0]).toBe(rows[1]);
});

test("loads a batch's missing older parts", async () => {
  server.respondWith('GET /admin/roles', []);
  server.respondWith('GET /forums/sections', []);
  const rows = [row('a', { batch: 'call' }), row('b', { batch: 'call' })];
  server.respondWith('GET /admin/audit', [...rows, row('c', { batch: 'call' })]);
  const user = await show(<EntriesTable rows={rows} hasMore undo={vi.fn()} />, { as: admin });
  await user.click(screen.getByRole('button', { name: '2 or more actions: Locked a thread' }));
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(5));
  expect(server.calls('GET /admin/audit')[0]?.query.get('batch')).toBe('call');
});

test("all of a call's actions can be undone together", async () => {
  const rows = [row('a', { batch: 'call', at: '2026-03-01T12:00:01.000Z' }), row('b', { batch: 'call' })];
  server.respondWith('GET /admin/audit', rows);
  const onUndone = vi.fn();
  const props = { batch: 'call', parts: '2 actions', back: { current: null }, close: () => {}, onUndone };
  const user = await show(<BatchDialog {...props} />, { as: admin });
  await screen.findByText('2 of 2 actions can be undone.');
  const results = rows.map(({ id }) => ({ id, kind: 'ThreadLocked', success: true }));
  server.respondWith('POST /admin/audit/undo', { ...buildSuccessResponse(), results });
  await user.click(screen.getByRole('button', { name: 'Undo 2 actions' }));
  await screen.findByText('2 of 2 undone.');
  expect(onUndone).toHaveBeenCalledOnce();
  expect(server.calls('POST /admin/audit/undo')[0]?.body).toEqual({
    actor_id: 1,
    batch: 'call',
    from: '2026-03-01T12:00:00.000Z',
    to: '2026-03-01T12:00:01.001Z',
  });
});

test('rejects a time range that ends before it starts', async () => {
  server.respondWith('GET /forums/member-stats', []);
  const query = { area: '', kind: '', target: '', actor: 'Ada' };
  const span = { ...query, from: '2026-03-02T12:00:00.000Z', to: '2026-03-01T12:00:00.000Z' };
  const user = await show(<SpanForm query={span} onFound={() => {}} close={() => {}} />, { as: admin });
  await user.click(screen.getByRole('button', { name: 'Preview actions' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The end must be after the start.');
  expect(server.calls('GET /admin/audit')).toEqual([]);
});

test('lists failed undos first', async () => {
  const entries = [row('a'), row('b', { subject: { kind: 'thread', id: 8, name: 'My moat' } })];
  const buildResult = (id: string, success: boolean): UndoResult => ({
    id,
    kind: 'ThreadLocked',
    success,
    ...(success ? {} : { error: 'Someone changed this in the meantime.', code: 'changed-since' }),
  });
  const span = { actor: { id: 1, username: 'Ada' }, from: '', to: '', entries, undoable: entries };
  await show(<SpanResults span={span} results={[buildResult('a', true), buildResult('b', false)]} />, { as: admin });
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
    kind: 'ReplyDeleted',
    subject: { kind: 'post', id: 70, name: 'My castle' },
    before: { deleted: false },
    after: { deleted: true },
  });
  const callbacks = { close: () => {}, onUndone: () => {}, onChanged: () => {} };
  await show(<UndoDialog row={deletion} back={{ current: null }} {...callbacks} />, { as: admin });
  const dialog = await screen.findByRole('dialog', { name: 'Undo “Deleted a reply”: Reply in “My castle”?' });
  expect(dialog.querySelector('ul')?.textContent).toBe('before: deleted →  after: visible');
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined();
});
