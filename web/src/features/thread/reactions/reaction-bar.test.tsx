import type { ReactionCounts } from '@guildhall/domain/reaction/emoji.js';
import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anna, buildSuccessResponse, toRowPosition } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { ReactionBar, ReactionButton } from './reaction-bar.js';

const target = { kind: 'post', id: 701, pos: toRowPosition(21), reactions: { like: 2 } } as const;
const getLike = (count: number) => screen.getByRole('button', { name: `Like: ${count}` });
const open = (reason: string | null = null) =>
  show(
    <>
      <ReactionBar target={target} reason={reason} />
      <ReactionButton target={target} reason={reason} />
    </>,
    { as: anna },
  );

test('counts a reaction immediately and removes it with the same button', async () => {
  server.respondWith('PUT /forums/reactions', buildSuccessResponse());
  const user = await open();
  await user.click(getLike(2));
  expect(getLike(3).getAttribute('aria-pressed')).toBe('true');
  await waitFor(() => expect(server.calls('PUT /forums/reactions')).toHaveLength(1));
  await user.click(getLike(3));
  expect(getLike(2).getAttribute('aria-pressed')).toBe('false');
  expect(server.calls('PUT /forums/reactions').map(({ body }) => body)).toEqual([
    { kind: 'post', id: 701, emoji: 'like' },
    { kind: 'post', id: 701, emoji: null },
  ]);
});

test('picking a reaction by keyboard returns the focus to the button', async () => {
  server.respondWith('PUT /forums/reactions', buildSuccessResponse());
  const user = await open();
  const add = screen.getByRole('button', { name: 'Add a reaction' });
  await user.click(add);
  await screen.findByRole('dialog', { name: 'Add a reaction' });
  screen.getByRole('button', { name: 'Party' }).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: 'Party: 1' })).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Escape closes the picker without adding a reaction', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Add a reaction' }));
  await screen.findByRole('dialog', { name: 'Add a reaction' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Add a reaction'));
  expect(server.calls('PUT /forums/reactions')).toEqual([]);
});

test('does not open the picker for a member who cannot react', async () => {
  const user = await open("You don't have permission to react here.");
  await user.click(screen.getByRole('button', { name: "Add a reaction: You don't have permission to react here." }));
  await screen.findByText("You don't have permission to react here.");
  expect(screen.queryByRole('dialog', { name: 'Add a reaction' })).toBeNull();
});

test('an added or removed reaction does not change the order of the others', () => {
  const renderBar = (reactions: ReactionCounts) => <ReactionBar target={{ ...target, reactions }} reason={null} />;
  const listShown = () =>
    within(screen.getByRole('group'))
      .getAllByRole('button')
      .map((button) => button.ariaLabel);
  const view = render(renderBar({ love: 1, sad: 2 }));
  view.rerender(renderBar({ like: 1, sad: 3 }));
  expect(listShown()).toEqual(['Love: 0', 'Sad: 3', 'Like: 1']);
  view.rerender(renderBar({ like: 1, love: 2, sad: 3 }));
  expect(listShown()).toEqual(['Love: 2', 'Sad: 3', 'Like: 1']);
});
