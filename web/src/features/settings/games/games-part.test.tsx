import type { OwnGameAccountRow } from '@guildhall/domain/wire/schemas/games/accounts.js';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { live } from '../../../testing/live.js';
import { anna, toRowPosition, buildSuccessResponse } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { GamesPart } from './games-part.js';

afterEach(() => vi.useRealTimers());

const buildAccount = (id: number, name: string, more: Partial<OwnGameAccountRow> = {}): OwnGameAccountRow => ({
  id,
  name,
  edition: 'java',
  head: null,
  login_mode: 'online',
  former_names: [],
  seen_at: '2026-03-01T12:00:00.000Z',
  ...more,
});
const respond = (accounts: OwnGameAccountRow[], max = 1) =>
  server.respondWith('GET /account/game-accounts', { accounts, max });
function open(accounts: OwnGameAccountRow[], max = 1) {
  respond(accounts, max);
  return show(<GamesPart user={anna} />, { as: anna });
}
/** The browser's clock may differ from the server's. */
const buildCode = (minutes: number) => ({
  success: true as const,
  code: 'K7QM3XWA',
  seconds: minutes * 60,
  expires_at: '2026-03-01T12:00:00.000Z',
});

test('lists the linked accounts and unlinks one', async () => {
  const former_names = [{ name: 'Ann', until: '2026-02-01T12:00:00.000Z' }];
  const user = await open(
    [buildAccount(1, 'Anna_', { former_names }), buildAccount(2, '.Anna', { edition: 'bedrock' })],
    2,
  );
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toContain('Anna_Java Edition');
  expect(first?.textContent).toContain('Formerly Ann');
  expect(second?.textContent).toContain('.AnnaBedrock Edition');
  screen.getByText('You can link 2 accounts. Unlink one to link another.');
  expect(screen.queryByRole('button', { name: 'Get a code' })).toBeNull();
  server.respondWith('DELETE /account/game-accounts/1', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Unlink Anna_' }));
  await screen.findByText('Anna_ is no longer linked to you.');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  screen.getByRole('button', { name: 'Get a code' });
});

test('shows a code with its remaining time, and the account as soon as the game confirms it', async () => {
  const user = await open([]);
  server.respondWith('POST /account/game-code', buildCode(10));
  await user.click(await screen.findByRole('button', { name: 'Get a code' }));
  const codeGroup = within(await screen.findByRole('group', { name: 'Code' }));
  codeGroup.getByText('K7QM3XWA');
  expect(codeGroup.getByRole('timer').textContent).toMatch(/^(10:00|9:5\d)$/);
  await waitFor(() => expect(live.joined(`member:${anna.id}`)).toBe(true));
  respond([buildAccount(1, 'Anna_')]);
  live.send(`member:${anna.id}`, { kind: 'notified', id: anna.id, pos: toRowPosition(9) });
  await screen.findByText('Anna_ is now linked to you.');
  screen.getByText('Java Edition');
  expect(screen.queryByText('K7QM3XWA')).toBeNull();
});

test('replaces an expired code with a new one', async () => {
  const user = await open([]);
  server.respondWith('POST /account/game-code', buildCode(0));
  await user.click(await screen.findByRole('button', { name: 'Get a code' }));
  await screen.findByText('This code has expired.');
  server.respondWith('POST /account/game-code', buildCode(10));
  await user.click(screen.getByRole('button', { name: 'Get a new code' }));
  await screen.findByRole('timer');
});

test('accepts a code from the game, and shows why a code is refused', async () => {
  const user = await open([]);
  const field = await screen.findByRole('textbox', { name: 'Code' });
  server.refuse('POST /account/game-accounts', 'code-expired');
  await user.type(field, 'abcd-efgh{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('This code has expired');
  server.respondWith('POST /account/game-accounts', buildSuccessResponse({ id: 3 }));
  respond([buildAccount(3, 'Anna_')]);
  await user.click(screen.getByRole('button', { name: 'Link' }));
  await screen.findByText('Anna_ is now linked to you.');
  expect(server.calls('POST /account/game-accounts').at(-1)?.body).toEqual({ code: 'abcd-efgh' });
});

test('explains that the site does not allow links to game accounts', async () => {
  await open([], 0);
  await screen.findByText('No accounts can be linked on this site at the moment.');
  expect(screen.queryByRole('textbox')).toBeNull();
});
