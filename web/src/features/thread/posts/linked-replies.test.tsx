import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { live } from '../../../testing/live.js';
import { openThread } from '../../../testing/open-thread.js';
import { anna, toRowPosition, buildPostRow } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';

test("shows a reply's parent and updates it when the parent is deleted", async () => {
  const reply_to = { id: 701, number: 0, deleted: false };
  const user = await openThread({
    as: anna,
    posts: [buildPostRow(1, 'Where is it?'), buildPostRow(2, 'Here.', { reply_to })],
  });
  const link = await screen.findByRole('link', { name: 'In reply to #1' });
  await user.hover(link);
  await screen.findByText('Where is it?', { selector: '[role=tooltip] bdi' });
  expect(screen.getByRole('tooltip').textContent).toBe('Bram Where is it?');
  await waitFor(() => expect(live.joined('thread:7')).toBe(true));
  live.send('thread:7', { kind: 'post', id: 701, pos: toRowPosition(90), removed: true });
  await screen.findByText('In reply to a deleted reply');
});

test('paginates the replies to a reply and reloads them when another arrives', async () => {
  const user = await openThread({ as: anna, posts: [buildPostRow(1, 'Where is it?', { reply_count: 1 })] });
  const call = 'GET /forums/posts/701/replies';
  server.respondWith(call, [buildPostRow(2, 'Here.')], { next: '/api/forums/posts/701/replies?cursor=x' });
  await user.click(await screen.findByRole('button', { name: '1 reply' }));
  const list = within(await screen.findByRole('list', { name: 'Replies to Bram' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['#2 Bram Here.']);
  server.respondWith(call, [buildPostRow(3, 'There.')]);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await list.findByText('There.');
  await waitFor(() => expect(live.joined('thread:7')).toBe(true));
  server.respondWith(call, [buildPostRow(2, 'Here.'), buildPostRow(4, 'Anywhere.')]);
  list.getByRole('link', { name: '#2' }).focus();
  live.send('thread:7', {
    kind: 'post',
    ...buildPostRow(1, 'Where is it?', { pos: toRowPosition(90), reply_count: 2 }),
  });
  await screen.findByText('Anywhere.');
  await waitFor(() => expect(document.activeElement).toBe(list.getByRole('link', { name: '#2' })));
});
