import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anna, done } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { WatchButton } from './watch-button.js';

async function openLevels(kind: 'thread' | 'section') {
  server.respondWith('GET /forums/watches/7', { level: null, tells: false });
  const user = await show(<WatchButton kind={kind} id={7} />, { as: anna });
  await user.click(screen.getByRole('button', { name: 'Watch' }));
  return user;
}

test('explains the levels of a thread, and sets the chosen one', async () => {
  server.respondWith('PUT /forums/watches', done());
  const user = await openLevels('thread');
  await waitFor(() => expect(screen.getByRole('button', { name: /^Normal/ }).ariaPressed).toBe('true'));
  expect(screen.getByText('Every new reply.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'MuteMentions and quotes only.' }));
  await waitFor(() => expect(server.calls('PUT /forums/watches')).toMatchObject([{ body: { level: 'muted' } }]));
});

test('says that watching a section is about its new threads', async () => {
  await openLevels('section');
  expect(await screen.findByText('Every new thread.')).toBeDefined();
  expect(screen.queryByText('Every new reply.')).toBeNull();
});
