import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listDraftTexts } from '../../../testing/drafts.js';
import { openThread } from '../../../testing/open-thread.js';
import {
  admin,
  anna,
  buildSuccessResponse,
  everyFlag,
  buildMe,
  toRowPosition,
  buildPostRow,
  buildSectionRow,
} from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';

const ownRow = buildPostRow(1, 'My words.', { user_id: 11, username: 'Anna' });
const mo = buildMe('Mo', 14, { permissions: ['comment', 'delete_topics', 'moderate_comments', 'lock_topics'] });
const findItem = (name: string) => screen.findByRole('menuitem', { name });

async function openMenu(name: string, shown: Parameters<typeof openThread>[0]) {
  const user = await openThread(shown);
  await user.click(await screen.findByRole('button', { name }));
  await screen.findByRole('menu');
  return user;
}

async function editOwn(row = ownRow) {
  const user = await openMenu('Manage Reply', { as: anna, posts: [row] });
  await user.click(await findItem('Edit'));
  return { user, field: await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Content' }) };
}

test('a member can manage only their own posts', async () => {
  await openThread({ as: anna, posts: [ownRow, buildPostRow(2, 'Theirs.')] });
  await screen.findByText('Theirs.');
  expect(await screen.findAllByRole('button', { name: 'Manage Reply' })).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Manage Thread' })).toBeNull();
});

test('shows only Delete to a role that can only delete replies by others', async () => {
  const section = { can: { ...everyFlag, can_delete_post: true } };
  await openMenu('Manage Reply', { as: anna, section, posts: [buildPostRow(1, 'Theirs.')] });
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Delete']);
});

test('moderators see only the actions that their permissions allow', async () => {
  await openMenu('Manage Thread', { as: mo });
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'Edit',
    'Lock',
    'Lock with a reason…',
    'Move',
    'Delete',
  ]);
});

test('Escape closes the menu and returns the focus to its button', async () => {
  const user = await openMenu('Manage Reply', { as: anna, posts: [ownRow] });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Manage Reply'));
});

test('warns the second of two editors, who can then overwrite the newer version', async () => {
  const { user, field } = await editOwn();
  server.refuse('PUT /forums/posts/701', 'changed-since');
  await user.type(field, ' And more.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Someone changed this in the meantime\. Save again/);
  expect(field.value).toBe('My words. And more.');
  server.respondWith('PUT /forums/posts/701', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Content' })).toBeNull());
  expect(server.calls('PUT /forums/posts/701').map(({ version }) => version)).toEqual(['"1"', null]);
});

test("deletes an edit's draft once the edit is saved", async () => {
  const { user, field } = await editOwn();
  await user.clear(field);
  await user.type(field, 'Better words.');
  await screen.findByText(/^Draft saved/);
  expect(listDraftTexts()).toEqual(['Better words.']);
  server.respondWith('PUT /forums/posts/701', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Content' })).toBeNull());
  expect(listDraftTexts()).toEqual([]);
  expect(server.calls('PUT /forums/posts/701')).toMatchObject([{ body: { content: 'Better words.' }, version: '"1"' }]);
});

test('sends a draft from an earlier visit with the version that it was based on', async () => {
  const { user, field } = await editOwn();
  await user.type(field, '!');
  fireEvent(window, new Event('pagehide'));
  cleanup();
  const editForm = await editOwn({ ...ownRow, version: 5 });
  expect(editForm.field.value).toBe('My words.!');
  server.respondWith('PUT /forums/posts/701', buildSuccessResponse());
  await editForm.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.calls('PUT /forums/posts/701').map(({ version }) => version)).toEqual(['"1"']));
});

test('leaves an edit open and shows the specified error if the server does not respond', async () => {
  const { user, field } = await editOwn();
  server.fail('PUT /forums/posts/701', 'proxy');
  await user.type(field, ' More.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Kon de reply niet bewerken.');
  expect(field.value).toBe('My words. More.');
});

test('does not save an empty post', async () => {
  const { user, field } = await editOwn();
  await user.clear(field);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Type your reply!');
  expect(server.calls('PUT /forums/posts/701')).toEqual([]);
});

test('Escape closes an edit, and opening it again restores its draft', async () => {
  const { user, field } = await editOwn();
  await user.type(field, ' Unfinished');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('textbox', { name: 'Content' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Manage Reply' }));
  await user.click(await findItem('Edit'));
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Content' })).value).toBe(
    'My words. Unfinished',
  );
});

test('removes a deleted reply, and moderators can restore it', async () => {
  const user = await openMenu('Manage Reply', { as: mo, posts: [buildPostRow(1, 'Rude words.')] });
  server.respondWith('DELETE /forums/posts/701', buildSuccessResponse(), { position: `0000abcd.${toRowPosition(60)}` });
  server.respondWith('POST /forums/posts/701/restore', buildSuccessResponse());
  await user.click(await findItem('Delete'));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this reply by Bram?' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText('Rude words.')).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.calls('POST /forums/posts/701/restore')).toHaveLength(1));
});

test('a member without permission cannot restore a deleted reply', async () => {
  const user = await openMenu('Manage Reply', { as: anna, posts: [ownRow] });
  server.respondWith('DELETE /forums/posts/701', buildSuccessResponse(), { position: `0000abcd.${toRowPosition(60)}` });
  await user.click(await findItem('Delete'));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await screen.findByText('Reply deleted.');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a thread can only be moved to places where the moderator can post', async () => {
  const user = await openMenu('Manage Thread', {
    as: admin,
    prepareServer: () =>
      server.respondWith('GET /forums/sections', [
        buildSectionRow(),
        buildSectionRow({ id: 4, name: 'news', display_name: 'News', can: { ...everyFlag, can_post: false } }),
        buildSectionRow({ id: 5, name: 'off', display_name: 'Off topic' }),
      ]),
  });
  await user.click(await findItem('Move'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move “My castle”' }));
  expect(dialog.getAllByRole('option').map((option) => option.textContent)).toEqual(['Choose a section', 'Off topic']);
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  expect(dialog.getByRole('alert').textContent).toBe('Choose a section first.');
  server.respondWith('POST /forums/threads/7/move', buildSuccessResponse({ acts: ['9'] }));
  await user.selectOptions(dialog.getByRole('combobox'), 'Off topic');
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  await screen.findByText('Moved to Off topic.');
  expect(server.calls('POST /forums/threads/7/move')[0]?.body).toEqual({ section_id: 5, subsection_id: null });
  server.respondWith('POST /admin/audit/9/undo', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.calls('POST /admin/audit/9/undo')).toHaveLength(1));
});

test("sends a reason when a thread is locked or another member's post is deleted or edited", async () => {
  const user = await openMenu('Manage Thread', { as: mo, posts: [buildPostRow(1, 'Rude words.')] });
  server.respondWith('PUT /forums/threads/7', buildSuccessResponse({ acts: ['lock-1'] }));
  await user.click(await findItem('Lock with a reason…'));
  const lock = within(await screen.findByRole('dialog', { name: 'Lock “My castle”' }));
  await user.type(lock.getByRole('textbox', { name: 'Reason (optional)' }), ' Off topic {Enter}');
  await screen.findByText('Thread locked.');
  expect(server.calls('PUT /forums/threads/7')[0]?.body).toMatchObject({ locked: true, reason: 'Off topic' });

  server.respondWith('PUT /forums/posts/701', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Manage Reply' }));
  await user.click(await findItem('Edit'));
  await user.type(await screen.findByRole('textbox', { name: 'Reason (optional)' }), 'Insult');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Content' })).toBeNull());
  expect(server.calls('PUT /forums/posts/701')[0]?.body).toEqual({ content: 'Rude words.', reason: 'Insult' });

  server.respondWith('DELETE /forums/posts/701', buildSuccessResponse(), { position: `0000abcd.${toRowPosition(60)}` });
  await user.click(screen.getByRole('button', { name: 'Manage Reply' }));
  await user.click(await findItem('Delete'));
  const removal = within(await screen.findByRole('alertdialog'));
  await user.type(removal.getByRole('textbox', { name: 'Reason (optional)' }), 'Spam');
  await user.click(removal.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Reply deleted.');
  expect(server.calls('DELETE /forums/posts/701')[0]?.body).toEqual({ reason: 'Spam' });
});

test('does not ask for a reason when members change their own posts', async () => {
  const user = await openMenu('Manage Thread', { as: mo, thread: { user_id: 14 } });
  expect(screen.queryByRole('menuitem', { name: 'Lock with a reason…' })).toBeNull();
  await user.click(await findItem('Delete'));
  expect(within(await screen.findByRole('alertdialog')).queryByRole('textbox')).toBeNull();
  cleanup();
  await editOwn();
  expect(screen.queryByRole('textbox', { name: 'Reason (optional)' })).toBeNull();
});

test('confirms a lock with an undo, which fails if someone has since changed the lock', async () => {
  const user = await openMenu('Manage Thread', { as: mo });
  server.respondWith('PUT /forums/threads/7', buildSuccessResponse({ acts: ['lock-1'] }));
  await user.click(await findItem('Lock'));
  await screen.findByText('Thread locked.');
  server.refuse('POST /admin/audit/lock-1/undo', 'changed-since');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Someone changed this in the meantime.');
});

test.each([
  ["another member's thread", 12, 'POST /admin/audit/deletion-1/undo'],
  ['an own thread', 14, 'POST /forums/threads/7/restore'],
] as const)('undoes the deletion of %s', async (_, user_id, call) => {
  const user = await openMenu('Manage Thread', { as: mo, thread: { user_id } });
  server.respondWith('DELETE /forums/threads/7', buildSuccessResponse({ acts: ['deletion-1'] }));
  await user.click(await findItem('Delete'));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await screen.findByText('Thread deleted.');
  server.respondWith(call, buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Undone: Thread deleted.');
  expect(server.calls(call)).toHaveLength(1);
});

test('authors see their own deleted reply but cannot restore it', async () => {
  const user = await openThread({
    as: anna,
    prepareServer: () =>
      server.respondWith('GET /forums/threads/7/deleted', [
        { ...ownRow, order: toRowPosition(21), deleted_at: null, deleted_by: 'Mo', content_html: '<p>My words.</p>' },
      ]),
  });
  await screen.findByText(/^Your reply was deleted by Mo/);
  expect(screen.queryByText('My words.')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByText('My words.')).toBeDefined();
});

test('shows why a deleted reply could not be restored', async () => {
  const deletedRow = {
    ...buildPostRow(1, 'Rude words.'),
    order: toRowPosition(21),
    deleted_at: null,
    deleted_by: 'Mo',
  };
  server.refuse('POST /forums/posts/701/restore', 'too-many');
  const user = await openThread({
    as: mo,
    prepareServer: () => server.respondWith('GET /forums/threads/7/deleted', [deletedRow]),
  });
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts. Please wait a moment.');
});
