import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { live } from '../../../testing/live.js';
import { openThread } from '../../../testing/open-thread.js';
import {
  anna,
  buildSuccessResponse,
  buildMe,
  toRowPosition,
  buildPostRow,
  buildThreadRow,
} from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';

const questions = { questions: true } as const;
const posts = [buildPostRow(1, 'Have you tried water?'), buildPostRow(2, 'Use a comparator.')];
const bo = buildMe('Bo', 19);

async function openMenu(n: number, shown: Parameters<typeof openThread>[0]) {
  const user = await openThread(shown);
  const buttons = await screen.findAllByRole('button', { name: 'Manage Reply' });
  await user.click(buttons[n]!);
  await screen.findByRole('menu');
  return user;
}

test("shows the solution below the first post, at the reply and in the thread's details", async () => {
  await openThread({ posts, section: questions, thread: { solution_id: 702 } });
  const panel = within(await screen.findByRole('region', { name: 'Solution' }));
  await panel.findByText('Use a comparator.');
  expect(panel.getByRole('link', { name: 'Go to the reply' }).getAttribute('href')).toContain('702');
  screen.getByText('Solved');
  const solution = screen.getByRole('listitem', { name: /^Reply 2 by/ });
  within(solution).getByText('Solution');
  expect(within(screen.getByRole('listitem', { name: /^Reply 1 by/ })).queryByText('Solution')).toBeNull();
});

test("a thread's author can mark another member's reply as the solution", async () => {
  server.respondWith('PUT /forums/threads/7/solution', buildSuccessResponse());
  const user = await openMenu(1, { as: anna, posts, section: questions, thread: { user_id: anna.id } });
  server.respondWith('GET /forums/threads/7', buildThreadRow({ user_id: anna.id, reply_count: 2, solution_id: 702 }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mark as solution' }));
  await screen.findByText('Reply marked as the solution.');
  await screen.findByRole('region', { name: 'Solution' });
  expect(server.calls('PUT /forums/threads/7/solution')[0]?.body).toEqual({ post_id: 702 });
});

test("a solution panel does not appear or disappear under the reader's pointer", async () => {
  const user = await openThread({ posts, section: questions });
  const reply = await screen.findByText('Use a comparator.');
  await waitFor(() => expect(live.joined('thread:7')).toBe(true));
  const change = (n: number, solution_id: number | null) =>
    live.send('thread:7', {
      kind: 'thread',
      ...buildThreadRow({ pos: toRowPosition(n), reply_count: 2, solution_id }),
    });
  const queryPanel = () => screen.queryByRole('region', { name: 'Solution' });
  await user.hover(reply);
  change(90, 702);
  await screen.findByText('Solved');
  expect(queryPanel()).toBeNull();
  await user.click(await screen.findByRole('button', { name: /^1 update/ }));
  const row = (await screen.findByRole('region', { name: 'Solution' })).closest('li');
  expect(row?.nextElementSibling?.id).toBe('post-701');
  await user.hover(reply);
  change(91, null);
  await waitFor(() => expect(queryPanel()).toBeNull());
  expect(document.querySelector('[data-blank]')?.nextElementSibling?.id).toBe('post-701');
});

test.each([
  ['a member who did not start the thread', { as: bo, section: questions }],
  ['the author in a section that is not for questions', { as: anna, thread: { user_id: anna.id } }],
] as const)('offers no solution to %s', async (_, shown) => {
  await openThread({ posts, ...shown });
  await screen.findByText('Use a comparator.');
  expect(screen.queryByRole('button', { name: 'Manage Reply' })).toBeNull();
});

test('offers only to unmark the solution in a section that is no longer for questions', async () => {
  await openMenu(0, { as: anna, posts, thread: { user_id: anna.id, solution_id: 702 } });
  expect(screen.getAllByRole('button', { name: 'Manage Reply' })).toHaveLength(1);
  await screen.findByRole('menuitem', { name: 'Unmark as solution' });
});

test("offers to undo a moderator's solution change", async () => {
  const mo = buildMe('Mo', 14, { permissions: ['comment', 'moderate_comments'] });
  const user = await openMenu(1, { as: mo, posts, section: questions, thread: { solution_id: 702 } });
  server.respondWith('PUT /forums/threads/7/solution', buildSuccessResponse({ acts: ['a1'] }));
  await user.click(await screen.findByRole('menuitem', { name: 'Unmark as solution' }));
  await screen.findByText('Solution removed.');
  expect(server.calls('PUT /forums/threads/7/solution')[0]?.body).toEqual({ post_id: null });
  server.respondWith('POST /admin/audit/a1/undo', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Undone: Solution removed.');
});
