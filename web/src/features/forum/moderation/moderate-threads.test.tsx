import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { BulkResult } from '@guildhall/domain/wire/schemas/staff/users.js';
import type { UserEvent } from '@testing-library/user-event';
import { limits } from '@guildhall/domain/limits.js';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  admin,
  anna,
  buildSuccessResponse,
  buildMe,
  buildSectionRow,
  buildThreadSummary,
} from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { PlacePage } from '../place-page.js';
import { SelectionBar } from './selection-bar.js';
import { tickAll } from './selection.js';

const locker = buildMe('Mo', 14, { permissions: ['comment', 'lock_topics'] });
const titles = ['One', 'Two', 'Three', 'Four', 'Five'];
const rows = titles.map((title, n) =>
  buildThreadSummary({ id: n + 1, title, last_post_at: `2026-03-0${9 - n}T12:00:00.000Z` }),
);

function open(as: Me | null, at = '/forums/builds'): Promise<UserEvent> {
  server.respondWith('GET /forums/threads', rows);
  server.respondWith('GET /forums/watches/3', {
    level: null,
    applies: 'normal',
    default_level: 'normal',
    tells: false,
  });
  server.respondWith('GET /forums/read', []);
  server.respondWith('GET /forums/read/places', []);
  const sections = [buildSectionRow(), buildSectionRow({ id: 5, name: 'off', display_name: 'Off topic' })];
  return show(<PlacePage />, { as, sections, at, path: '/forums/:section' });
}

const findBox = (title: string) => screen.findByRole('checkbox', { name: `Select “${title}”` });
const findBar = () => screen.findByRole('region', { name: 'Selected threads' });
const listTickedTitles = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /^Select “/ })
    .flatMap((box, n) => (box.checked ? [titles[n]] : []));
const listSentBodies = () => server.calls('POST /forums/threads/bulk').map(({ body }) => body);
const createResult = (id: number): BulkResult => ({ id, success: true, acts: [`act-${id}`] });
const respond = (...results: BulkResult[]) =>
  server.respondWith('POST /forums/threads/bulk', { ...buildSuccessResponse(), results });

async function select(as: Me, ...titlesToSelect: string[]) {
  const user = await open(as);
  await user.click(await screen.findByRole('button', { name: 'Select' }));
  for (const title of titlesToSelect) await user.click(await findBox(title));
  return user;
}
const press = async (user: UserEvent, name: string) =>
  user.click(within(await findBar()).getByRole('button', { name }));

test.each([null, anna])('hides selection controls from members who are not moderators', async (as) => {
  await open(as);
  await screen.findByText('One');
  expect(screen.queryByRole('button', { name: 'Select' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Show deleted' })).toBeNull();
});

test('offers only actions that the role allows, and shows checkboxes only while selecting', async () => {
  const user = await open(locker);
  await screen.findByText('One');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Show deleted' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Select' }));
  const buttons = within(await findBar()).getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Lock', 'Lock with a reason…', 'Unlock', 'Done']);
  await waitFor(async () => {
    await user.keyboard('{Escape}'); // The bar may be displayed before it listens to the key.
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Select'));
});

test('Shift selects a range of threads, and a checkbox selects all', async () => {
  const user = await select(admin, 'Two');
  await user.keyboard('{Shift>}');
  await user.click(await findBox('Four'));
  await user.keyboard('{/Shift}');
  expect(listTickedTitles()).toEqual(['Two', 'Three', 'Four']);
  await within(await findBar()).findByText('3 selected');
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  expect(listTickedTitles()).toEqual(titles);
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  expect(listTickedTitles()).toEqual([]);
  await within(await findBar()).findByText('None selected');
});

test('locks the selected threads, reports each result and can undo all of them', async () => {
  const user = await select(admin, 'One', 'Two', 'Three');
  respond(createResult(1), { id: 2, success: true, acts: [] }, createResult(3));
  await press(user, 'Lock');
  await screen.findByText('2 threads locked, 1 was already locked.');
  expect(listSentBodies()).toEqual([{ action: 'lock', ids: [1, 2, 3] }]);
  expect(listTickedTitles()).toEqual([]);
  server.respondWith('POST /admin/audit/act-1/undo', buildSuccessResponse());
  server.refuse('POST /admin/audit/act-3/undo', 'changed-since');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('1 thread undone. “Three”: Someone changed this in the meantime.');
  expect(server.calls('POST /admin/audit/act-1/undo')).toHaveLength(1);
});

test('locks and deletes the selected threads with a reason', async () => {
  const user = await select(admin, 'One', 'Two');
  respond(createResult(1), createResult(2));
  await press(user, 'Lock with a reason…');
  const lock = within(await screen.findByRole('dialog', { name: 'Lock 2 threads' }));
  await user.type(lock.getByRole('textbox', { name: 'Reason (optional)' }), 'Off topic');
  await user.click(lock.getByRole('button', { name: 'Lock' }));
  await screen.findByText('2 threads locked.');
  await user.click(await findBox('One'));
  respond(createResult(1));
  await press(user, 'Delete');
  const removal = within(await screen.findByRole('alertdialog'));
  await user.type(removal.getByRole('textbox', { name: 'Reason (optional)' }), 'Spam');
  await user.click(removal.getByRole('button', { name: 'Delete' }));
  await screen.findByText('1 thread deleted.');
  expect(listSentBodies()).toEqual([
    { action: 'lock', ids: [1, 2], reason: 'Off topic' },
    { action: 'delete', ids: [1], reason: 'Spam' },
  ]);
});

test("locking the moderator's own thread can be undone like any other", async () => {
  const user = await select(buildMe('Bram', 12, { permissions: ['comment', 'lock_topics'] }), 'One');
  respond(createResult(1));
  await press(user, 'Lock');
  await screen.findByText('1 thread locked.');
  server.respondWith('POST /admin/audit/act-1/undo', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Undone: 1 thread locked.');
});

test('lists the threads that were rejected and leaves them selected', async () => {
  const user = await select(admin, 'One', 'Two');
  respond(createResult(1), {
    id: 2,
    success: false,
    error: "You don't have permission to do that.",
    code: 'forbidden',
  });
  await press(user, 'Pin');
  const alert = await within(await findBar()).findByRole('alert');
  expect(alert.textContent).toBe("“Two”: You don't have permission to do that.");
  await screen.findByText('1 thread pinned, 1 failed.');
  expect(listTickedTitles()).toEqual(['Two']);
});

test('retries a bulk call without a response with the same key and preserves the selection', async () => {
  const user = await select(admin, 'One');
  server.fail('POST /forums/threads/bulk');
  await press(user, 'Lock');
  await screen.findByText('The threads could not be changed. Please try again.');
  expect(listTickedTitles()).toEqual(['One']);
  respond(createResult(1));
  await press(user, 'Lock');
  await screen.findByText('1 thread locked.');
  const keys = server.calls('POST /forums/threads/bulk').map(({ key }) => key);
  expect(keys[1]).toBe(keys[0]);
});

test("asks before deleting threads, and can undo the deletion of the moderator's own thread", async () => {
  const moderator = buildMe('Bram', 12, { permissions: ['comment', 'delete_topics', 'create_topics'] });
  const user = await open(moderator);
  await user.click(await screen.findByRole('button', { name: 'Select' }));
  await user.click(await findBox('One'));
  respond(createResult(1));
  await press(user, 'Delete');
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete 1 thread?' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await screen.findByText('1 thread deleted.');
  server.respondWith('POST /forums/threads/1/restore', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Undone: 1 thread deleted.');
});

test('the selected threads can be moved to another place', async () => {
  const user = await select(admin, 'One', 'Five');
  respond(createResult(1), createResult(5));
  await press(user, 'Move to…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Move 2 threads' }));
  expect(dialog.getAllByRole('option').map((option) => option.textContent)).toEqual(['Choose a section', 'Off topic']);
  await user.selectOptions(dialog.getByRole('combobox'), 'Off topic');
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  await screen.findByText('2 threads moved to Off topic.');
  expect(listSentBodies()).toEqual([{ action: 'move', ids: [1, 5], section_id: 5, subsection_id: null }]);
});

test('a moderator can restore a deleted thread from the list, which shows who deleted it', async () => {
  const deletedAt = '2026-03-02T12:00:00.000Z';
  const deletedRow = { ...buildThreadSummary({ id: 9, title: 'Spam' }), deleted_at: deletedAt, deleted_by: 'Mo' };
  server.respondWith('GET /forums/deleted', [deletedRow]);
  const user = await open(admin);
  await user.click(await screen.findByRole('link', { name: 'Show deleted' }));
  expect(location.search).toBe('?deleted=1');
  await screen.findByText('Deleted by Mo');
  expect(screen.getByText('Spam')).toBeDefined();
  respond(createResult(9));
  server.respondWith('GET /forums/deleted', []);
  await user.click(screen.getByRole('button', { name: 'Restore “Spam”' }));
  await screen.findByText('1 thread restored.');
  await screen.findByText('No deleted threads here.');
  expect(listSentBodies()).toEqual([{ action: 'restore', ids: [9] }]);
  await user.click(screen.getByRole('link', { name: 'Hide deleted' }));
  await screen.findByText('One');
});

test('shows the normal list to a member who cannot restore deleted threads', async () => {
  await open(locker, '/forums/builds?deleted=1');
  await screen.findByText('One');
  expect(server.calls('GET /forums/deleted')).toEqual([]);
});

test('rejects an action on more threads than the server accepts', async () => {
  const manyRows = Array.from({ length: limits.bulk + 1 }, (_, n) =>
    buildThreadSummary({ id: n + 1, title: `Thread ${n + 1}` }),
  );
  const place = { section: buildSectionRow(), subsection: null };
  const user = await show(<SelectionBar place={place} rows={manyRows} />, { as: admin });
  act(() => tickAll(manyRows, true));
  const lock = within(await findBar()).getByRole('button', { name: 'Lock' });
  expect(lock.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('status').textContent).toContain('101 selected');
  await user.click(lock);
  expect(listSentBodies()).toEqual([]);
});

test('ends the selection when another list is shown', async () => {
  server.respondWith('GET /forums/deleted', []);
  const user = await select(admin, 'One');
  await user.click(screen.getByRole('link', { name: 'Show deleted' }));
  await screen.findByText('No deleted threads here.');
  expect(screen.getByRole('button', { name: 'Select' }).getAttribute('aria-pressed')).toBe('false');
  expect(screen.queryByRole('region', { name: 'Selected threads' })).toBeNull();
});
