import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { write } from '../../shared/browser/draft-slots.js';
import { live } from '../../testing/live.js';
import { openThread } from '../../testing/open-thread.js';
import { anna, buildMe, toRowPosition, buildPostRow } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { sendReply } from './state/send-reply.js';

const removal = { kind: 'thread', id: 7, pos: toRowPosition(95), removed: true } as const;
const isLeavingBlocked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
const findLostText = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your text' });

async function readThread(as: Me = anna) {
  const user = await openThread({ as });
  await screen.findByRole('heading', { name: 'My castle' });
  await waitFor(() => expect(live.joined('thread:7')).toBe(true));
  return user;
}

test("offers to copy a reply sent during its thread's deletion until it is discarded", async () => {
  const user = await readThread();
  server.refuse('POST /forums/posts', 'not-found');
  await user.type(await screen.findByRole('textbox', { name: 'Your reply' }), 'Too late');
  await user.click(screen.getByRole('button', { name: 'Reply' }));
  live.send('thread:7', removal);
  expect((await findLostText()).value).toBe('Too late');
  expect(isLeavingBlocked()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(isLeavingBlocked()).toBe(false);
});

test("offers to copy only the member's own unsent replies to the thread", async () => {
  await readThread(buildMe('Mo', 14));
  server.refuse('POST /forums/posts', 'not-found');
  for (const [userId, threadId] of [
    [anna.id, 7],
    [14, 8],
    [14, 7],
  ] as const)
    sendReply(userId, threadId, `By ${userId} in ${threadId}`);
  live.send('thread:7', removal);
  await findLostText();
  expect(screen.getAllByRole<HTMLTextAreaElement>('textbox').map(({ value }) => value)).toEqual(['By 14 in 7']);
});

test.each([
  ['was deleted', { ...removal, deleted: true } as const, 'It was deleted.'],
  [
    'is no longer visible',
    removal,
    'It is no longer visible to you: it was deleted, or is in a section that your role can no longer see.',
  ],
])('explains that the thread %s', async (_what, row, words) => {
  await readThread();
  live.send('thread:7', row);
  expect(await screen.findByText(words)).toBeDefined();
  expect(screen.getByRole('heading', { name: 'This thread was deleted or moved.' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to forums' }).getAttribute('href')).toBe('/forums');
});

test("offers to copy unsent replies if a deleted thread's page is reloaded", async () => {
  for (const name of ['thread.7', 'edit.7', 'edit.7.701', 'thread.70', 'edit.70.702'])
    write(`draft.${anna.id}.${name}`, { id: 'key', text: `Draft ${name}` });
  await openThread({
    as: anna,
    prepareServer() {
      server.refuse('GET /forums/threads/7', 'not-found');
      server.refuse('POST /forums/posts', 'not-found');
      sendReply(anna.id, 7, 'Too late');
    },
  });
  await screen.findByRole('heading', { name: 'Oops, page not found!' });
  const listTexts = () => screen.queryAllByRole<HTMLTextAreaElement>('textbox').map(({ value }) => value);
  await waitFor(() => expect(listTexts()).toHaveLength(4));
  expect(listTexts().sort()).toEqual(['Draft edit.7', 'Draft edit.7.701', 'Draft thread.7', 'Too late']);
});

test("offers to copy an edited reply if its deleted thread's page is reloaded", async () => {
  const ownRow = buildPostRow(1, 'My answer.', { user_id: anna.id, username: 'Anna' });
  const user = await openThread({ as: anna, posts: [ownRow] });
  await user.click(await screen.findByRole('button', { name: 'Manage Reply' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await user.type(await screen.findByRole('textbox', { name: 'Content' }), ' And more.');
  cleanup();
  await openThread({ as: anna, prepareServer: () => server.refuse('GET /forums/threads/7', 'not-found') });
  expect((await findLostText()).value).toBe('My answer. And more.');
});
