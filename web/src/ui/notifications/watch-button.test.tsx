import { act, screen, waitFor } from '@testing-library/react';
import type { WatchLevel, WatchTarget } from '@guildhall/domain/watch/events.js';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { preferenceChanges } from '../../shared/state/own-changes.js';
import { anna, buildSuccessResponse } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { WatchButton } from './watch-button.js';

async function openLevels(kind: WatchTarget['kind'], level: WatchLevel | null = 'normal') {
  server.respondWith('GET /forums/watches/7', { level, applies: 'normal', default_level: 'muted', tells: false });
  const user = await show(<WatchButton kind={kind} id={7} />, { as: anna });
  await user.click(screen.getByRole('button', { name: 'Watch' }));
  return user;
}
const getChosenLevel = () => screen.getByRole('button', { pressed: true }).textContent;

test("explains a thread's watch levels and sets the chosen one", async () => {
  server.respondWith('PUT /forums/watches', buildSuccessResponse());
  const user = await openLevels('thread');
  await waitFor(() => expect(getChosenLevel()).toMatch(/^Normal/));
  expect(screen.getByText('Every new reply.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'MutedSame as Normal, but not listed as unread.' }));
  await waitFor(() => expect(server.calls('PUT /forums/watches')).toMatchObject([{ body: { level: 'muted' } }]));
  expect(getChosenLevel()).toMatch(/^Muted/);
});

test.each([
  ['thread', 'DefaultLike its section, or Watching if you post here. Now: Muted.'],
  ['subsection', 'DefaultLike its section. Now: Muted.'],
] as const)("returns a %s to its section's level", async (kind, name) => {
  server.respondWith('PUT /forums/watches', buildSuccessResponse());
  const user = await openLevels(kind);
  await user.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(server.calls('PUT /forums/watches')).toMatchObject([{ body: { level: null } }]));
  await screen.findByRole('button', { name: 'Muted' });
  expect(getChosenLevel()).toBe(name);
});

test('a section has no default level to return to', async () => {
  await openLevels('section', null);
  await waitFor(() => expect(getChosenLevel()).toMatch(/^Normal/));
  expect(screen.queryByRole('button', { name: /^Default/ })).toBeNull();
});

test('explains that watching a section includes its new threads', async () => {
  await openLevels('section');
  expect(await screen.findByText('Every new thread and reply.')).toBeDefined();
  expect(screen.queryByText('Every new reply.')).toBeNull();
});

test('shows the level that applies if the member chose none, and reloads it when it may have changed', async () => {
  server.respondWith('GET /forums/watches/7', { level: null, applies: 'muted', default_level: 'muted', tells: false });
  await show(<WatchButton kind="thread" id={7} />, { as: anna });
  await screen.findByRole('button', { name: 'Muted' });
  server.respondWith('GET /forums/watches/7', {
    level: null,
    applies: 'watching',
    default_level: 'watching',
    tells: true,
  });
  act(() => preferenceChanges.notify());
  await screen.findByRole('button', { name: 'Watching' });
});

test('shows the current watch level if a new one could not be saved', async () => {
  server.fail('PUT /forums/watches');
  const user = await openLevels('thread');
  await user.click(screen.getByRole('button', { name: /^Muted/ }));
  await screen.findByText('This could not be saved. Please try again.');
  expect(screen.getByRole('button', { name: /^Normal/ }).ariaPressed).toBe('true');
});

test("shows the current thread's watch level, whichever response arrives last", async () => {
  function Threads() {
    const [id, setId] = useState(7);
    return (
      <>
        <WatchButton kind="thread" id={id} />
        <button onClick={() => setId(8)}>The next thread</button>
      </>
    );
  }
  const release = server.hold('GET /forums/watches/7');
  server.respondWith('GET /forums/watches/7', {
    level: 'watching',
    applies: 'watching',
    default_level: 'watching',
    tells: true,
  });
  server.respondWith('GET /forums/watches/8', {
    level: 'muted',
    applies: 'muted',
    default_level: 'muted',
    tells: false,
  });
  const user = await show(<Threads />, { as: anna });
  await user.click(screen.getByText('The next thread'));
  await screen.findByRole('button', { name: 'Muted' });
  await act(async () => release());
  expect(screen.getByRole('button', { name: 'Muted' })).toBeDefined();
});
