import type { ReaderRow } from '@guildhall/domain/wire/schemas/members/members.js';
import type { ThreadActionRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { live } from '../../testing/live.js';
import { openThread, readAtTop } from '../../testing/open-thread.js';
import {
  anna,
  buildSuccessResponse,
  everyFlag,
  buildPerson,
  toRowPosition,
  buildPostRow,
  buildThreadRow,
  buildThreadSummary,
} from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { ThreadPage } from './thread-page.js';

const findTitle = () => screen.findByRole('heading', { name: 'My castle' });
const waitForJoin = () => waitFor(() => expect(live.joined('thread:7')).toBe(true));

test.each(['not-found', 'forbidden'] as const)('shows the not-found page for a thread rejected as %s', async (code) => {
  await openThread({ prepareServer: () => server.refuse('GET /forums/threads/7', code) });
  expect(await screen.findByRole('heading', { name: 'Oops, page not found!' })).toBeDefined();
});

import { texts as readerTexts } from './readers/texts.js';

test('does not request a thread with a malformed id', async () => {
  await show(<ThreadPage />, { at: '/forums/thread/7x', path: '/forums/thread/:id' });
  expect(screen.getByRole('heading', { name: 'Oops, page not found!' })).toBeDefined();
});

for (const code of ['unavailable', 'too-many'] as const) {
  test(`offers a retry if the thread is rejected as ${code}`, async () => {
    const user = await openThread({ prepareServer: () => server.refuse('GET /forums/threads/7', code) });
    expect((await screen.findByRole('alert')).textContent).toContain('This could not be loaded.');
    server.respondWith('GET /forums/threads/7', buildThreadRow());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await findTitle();
    expect(screen.queryByRole('alert')).toBeNull();
  });
}

test('loads a thread automatically when the network is back', async () => {
  await openThread({ prepareServer: () => server.fail('GET /forums/threads/7') });
  await screen.findByRole('alert');
  server.respondWith('GET /forums/threads/7', buildThreadRow());
  dispatchEvent(new Event('online'));
  await findTitle();
});

test('reloading the thread does not release the replies that the reader points at', async () => {
  const posts = [buildPostRow(1, 'First.'), buildPostRow(2, 'Second.')];
  const user = await openThread({ posts });
  await user.hover(await screen.findByText('Second.'));
  await waitForJoin();
  server.respondWith('GET /forums/posts/7', posts.slice(1));
  live.resync('thread:7', true);
  await screen.findByRole('button', { name: /^1 update/ });
  expect(document.querySelector('[data-blank]')?.nextElementSibling?.id).toBe('post-702');
});

test('uses the singular form for a single reply', async () => {
  await openThread({ posts: [buildPostRow(1, 'Nice.')] });
  await findTitle();
  expect(screen.getByText('1 reply')).toBeDefined();
  await waitForJoin();
  live.send('thread:7', { kind: 'summary', ...buildThreadSummary({ pos: toRowPosition(90), reply_count: 2 }) });
  expect(screen.getByText('2 replies')).toBeDefined();
});

test("announces another member's reply and jumps to it when the button is clicked", async () => {
  readAtTop();
  const user = await openThread({ as: anna, posts: [buildPostRow(1, 'First.')] });
  await findTitle();
  await waitForJoin();
  live.send('thread:7', { kind: 'post', ...buildPostRow(2, 'Second.', { user_id: 13, username: 'Cato' }) });
  expect(screen.getByText('Second.')).toBeDefined();
  expect(screen.getByText('New reply by Cato')).toBeDefined();
  expect(document.title).toMatch(/^\(1\)/);
  live.send('thread:7', { kind: 'post', ...buildPostRow(3, 'Third.') });
  const button = await screen.findByRole('button', { name: /^2 new replies/ });
  const newLine = document.getElementById('new-replies');
  expect(newLine?.nextElementSibling?.textContent).toContain('Second.');
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  await user.click(button);
  expect(scroll.mock.contexts).toEqual([newLine]);
});

test('shows members the number of readers only if there is more than one', async () => {
  await openThread({ as: anna });
  await findTitle();
  await waitForJoin();
  live.send('thread:7', { kind: 'readers', id: 7, pos: toRowPosition(1), readers: 1, members: [] });
  expect(screen.queryByText(/reading/)).toBeNull();
  live.send('thread:7', { kind: 'readers', id: 7, pos: toRowPosition(1), readers: 3, members: [] });
  expect(await screen.findByText(readerTexts.readers(3))).toBeDefined();
});

test('shows the only other reader to a member who hides their presence', async () => {
  await openThread({ as: anna });
  await findTitle();
  await waitForJoin();
  const sendReader = (member: ReturnType<typeof buildPerson>) =>
    live.send('thread:7', {
      kind: 'readers',
      id: 7,
      pos: toRowPosition(1),
      readers: 1,
      members: [{ ...member, writing: false }],
    });
  sendReader(buildPerson(12, 'Bram'));
  await screen.findByText(readerTexts.readers(1));
  sendReader(buildPerson(anna.id, 'Anna'));
  await waitFor(() => expect(screen.queryByText(/reading/)).toBeNull());
});

test('shows members who else is reading the thread and who is writing', async () => {
  await openThread({ as: anna });
  await findTitle();
  await waitForJoin();
  const buildReader = (id: number, username: string, writing = false) => ({ ...buildPerson(id, username), writing });
  const sendReaders = (...members: ReaderRow[]) =>
    live.send('thread:7', { kind: 'readers', id: 7, pos: toRowPosition(1), readers: 5, members });
  sendReaders(buildReader(12, 'Bram'), buildReader(anna.id, 'Anna', true));
  await screen.findByText('5 reading');
  sendReaders(buildReader(12, 'Bram', true));
  screen.getByText('5 reading, Bram is writing…');
  sendReaders(buildReader(12, 'Bram', true), buildReader(13, 'Sanne', true));
  screen.getByText('5 reading, Bram and Sanne are writing…');
  sendReaders(buildReader(12, 'Bram', true), buildReader(13, 'Sanne', true), buildReader(14, 'Mo', true));
  screen.getByText('5 reading, 3 are writing…');
});

test("collapses an ignored member's reply until the reader opens it", async () => {
  const ignoreBram = () => server.respondWith('GET /ignored', [buildPerson(12, 'Bram')]);
  const user = await openThread({ as: anna, posts: [buildPostRow(1, 'Loud words.')], prepareServer: ignoreBram });
  await screen.findByText('Hidden: you ignore Bram.');
  expect(screen.queryByText('Loud words.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByText('Loud words.')).toBeDefined();
});

test('loads the ignored members along with the thread', async () => {
  let release = () => {};
  const prepareServer = () => {
    server.respondWith('GET /ignored', [buildPerson(12, 'Bram')]);
    release = server.hold('GET /forums/threads/7');
  };
  await openThread({ as: anna, posts: [buildPostRow(1, 'Loud words.')], prepareServer });
  await waitFor(() => expect(server.calls('GET /ignored')).toHaveLength(1));
  release();
  await screen.findByText('Hidden: you ignore Bram.');
});

test('shows staff actions on the thread in order between the replies', async () => {
  const action = {
    id: 'a',
    order: toRowPosition(21) + '.5',
    kind: 'moved',
    at: '2026-03-01T12:00:00Z',
    by: 'Mo',
  } as const;
  const addStaffAction = () =>
    server.respondWith('GET /forums/threads/7/acts', [{ ...action, from: null, to: 'Builds' }]);
  await openThread({ posts: [buildPostRow(1, 'Before.'), buildPostRow(2, 'After.')], prepareServer: addStaffAction });
  await findTitle();
  const lines = within(screen.getByRole('region', { name: 'Posts' })).getAllByRole('listitem');
  expect(lines.map((line) => /Before|moved this to Builds|After/.exec(line.textContent)?.[0])).toEqual([
    'Before',
    'moved this to Builds',
    'After',
  ]);
});

test("shows a thread's old and new prefix between the replies, if they are known", async () => {
  const buildLine = (n: number, kind: ThreadActionRow['kind'], from: string | null, to: string | null) => {
    const order = `${toRowPosition(21)}.${n}`;
    return { id: `a${n}`, order, kind, at: '2026-03-01T12:00:00Z', by: 'Mo', from, to };
  };
  const lines = [
    buildLine(6, 'prefix-removed', null, null),
    buildLine(5, 'prefix-removed', 'Idea', null),
    buildLine(4, 'prefix-changed', null, null),
    buildLine(3, 'prefix-changed', 'Bug', 'Idea'),
    buildLine(2, 'prefix-set', null, null),
    buildLine(1, 'prefix-set', null, 'Bug'),
  ];
  await openThread({
    posts: [buildPostRow(1, 'Hi.')],
    prepareServer: () => server.respondWith('GET /forums/threads/7/acts', lines),
  });
  await findTitle();
  const shownPosts = within(screen.getByRole('region', { name: 'Posts' }))
    .getAllByRole('listitem')
    .slice(1);
  expect(shownPosts.map(({ textContent }) => /Mo (.*) ·/.exec(textContent)?.[1])).toEqual([
    'set the prefix Bug',
    'set a prefix',
    'changed the prefix from Bug to Idea',
    'changed the prefix',
    'removed the prefix Idea',
    'removed the prefix',
  ]);
});

test("reloads the actions between the replies if the thread's prefix changes", async () => {
  await openThread({ as: anna });
  await findTitle();
  await waitForJoin();
  const countLoads = () => server.calls('GET /forums/threads/7/acts').length;
  const loadsBefore = countLoads();
  const prefix = { id: 71, label: 'Bug', color: 'red' } as const;
  live.send('thread:7', { kind: 'thread', ...buildThreadRow({ pos: toRowPosition(90), prefix }) });
  await screen.findByRole('heading', { name: 'Bug My castle' });
  await waitFor(() => expect(countLoads()).toBe(loadsBefore + 1));
});

test('members, but not guests, can report posts by others', async () => {
  const ownRow = buildPostRow(1, 'Mine.', { user_id: 11, username: 'Anna' });
  const user = await openThread({ as: anna, posts: [ownRow, buildPostRow(2, 'Theirs.')] });
  await findTitle();
  const buttons = screen.getAllByRole('button', { name: /^Report this post/ });
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Report this post by Bram',
    'Report this post by Bram',
  ]);
  for (const [n, subject] of [
    { kind: 'thread', id: 7 },
    { kind: 'post', id: 702 },
  ].entries()) {
    server.respondWith('POST /reports', buildSuccessResponse({ id: 1 }));
    await user.click(buttons[n] as HTMLElement);
    await user.click(await screen.findByRole('radio', { name: 'Spam or advertising' }));
    await user.click(screen.getByRole('button', { name: 'Send report' }));
    await waitFor(() => expect(screen.queryByRole('radio')).toBeNull()); // The toast is a dialog too, and stays for a while.
    expect(server.calls('POST /reports')[n]?.body).toMatchObject({ kind: 'post', subject });
  }
});

test('explains to a guest why they cannot react', async () => {
  const user = await openThread({ thread: { reactions: { like: 2 } } });
  await findTitle();
  await user.click(screen.getByRole('button', { name: 'Like: 2' }));
  expect((await screen.findByRole('dialog')).textContent).toContain('Log in to react');
  expect(server.calls('PUT /forums/reactions')).toEqual([]);
});

test('disables reactions for a role without can_emoji_react', async () => {
  await openThread({ as: anna, section: { can: { ...everyFlag, can_emoji_react: false } } });
  await findTitle();
  const add = await screen.findByRole('button', { name: "Add a reaction: You don't have permission to react here." });
  expect(add.getAttribute('aria-disabled')).toBe('true');
});

test("labels replies by the thread's author, unless the author is erased", async () => {
  const erasedAuthor = { user_id: 0, username: '[deleted]' };
  const posts = [buildPostRow(1, 'Thanks.'), buildPostRow(2, 'Well done.', { user_id: 13, username: 'Cato' })];
  await openThread({ posts });
  await screen.findByText('Well done.');
  expect(screen.getAllByText('Author').map((badge) => badge.closest('li')?.id)).toEqual(['post-701']);
  cleanup();
  await openThread({ thread: erasedAuthor, posts: [buildPostRow(1, 'Of somebody erased.', erasedAuthor)] });
  await screen.findByText('Of somebody erased.');
  expect(screen.queryByText('Author')).toBeNull();
});

test('labels each action on a post with a name and a tooltip', async () => {
  await openThread({ as: anna, posts: [buildPostRow(1, 'Nice.')] });
  const post = within((await screen.findByText('Nice.')).closest('li') ?? document.body);
  const names = ['Quote Bram', 'Copy the link to this post by Bram', 'Report this post by Bram', 'Add a reaction'];
  const labelledElements = await Promise.all(names.map((name) => post.findByLabelText(name)));
  expect(labelledElements.map(({ dataset }) => dataset['tip'])).toEqual([
    'Quote',
    'Copy link',
    'Report',
    'Add a reaction',
  ]);
});

test('copies the URL of a reply, or shows it if copying fails', async () => {
  const user = await openThread({ as: anna, posts: [buildPostRow(1, 'Nice.')] });
  const [, copy] = await screen.findAllByRole('button', { name: 'Copy the link to this post by Bram' });
  await user.click(copy!);
  await screen.findByText('Link copied.');
  const address = `${location.origin}/forums/thread/7#post-701`;
  expect(await navigator.clipboard.readText()).toBe(address);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  await user.click(copy!);
  await screen.findByText(`The link could not be copied: ${address}`);
});

test('offers to copy a draft if its thread is deleted', async () => {
  const user = await openThread({ as: anna });
  await user.type(await screen.findByRole('textbox', { name: 'Your reply' }), 'Half a thought');
  await waitForJoin();
  live.send('thread:7', { kind: 'thread', id: 7, pos: toRowPosition(95), removed: true, deleted: true });
  await screen.findByText('It was deleted.');
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your text' })).value).toBe('Half a thought');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('Half a thought');
});

test('offers to copy an edit if its reply is deleted', async () => {
  const ownRow = buildPostRow(1, 'My answer.', { user_id: anna.id, username: 'Anna' });
  const user = await openThread({ as: anna, posts: [ownRow] });
  await user.click(await screen.findByRole('button', { name: 'Manage Reply' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Content' });
  await user.type(field, ' And more.');
  await waitForJoin();
  live.send('thread:7', { kind: 'post', id: 701, pos: toRowPosition(95), removed: true });
  await screen.findByText('This reply was deleted. Your text was not saved.');
  expect(field.isConnected && field.value).toBe('My answer. And more.');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('My answer. And more.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(document.getElementById('post-701')).toBeNull();
});
