import { describe, expect, test } from 'vitest';
import { createStaffState, evolveStaff } from '../staff/state.js';
import { gameContext, gameServerActor, linked, serverId } from '../testing/game-servers.js';
import { given } from '../testing/given.js';
import { anna, bram, guestActor, holderOf, mila } from '../testing/people.js';
import { roleGiven } from '../testing/staff-events.js';
import { games, type GamesCommand } from './decide.js';
import type { GamesEvent } from './events.js';
import { createGamesState, evolveGames } from './state.js';

const staff = createStaffState();
const [accountId, userId] = [95, anna.userId ?? 0];
const link: GamesCommand = { type: 'LinkAccount', accountId, userId, serverId };
const unlink: GamesCommand = { type: 'UnlinkAccount', accountId };
const buildUnlinkedEvent = (account = accountId, member = userId): GamesEvent => ({
  type: 'GameAccountUnlinked.v1',
  data: { accountId: account, userId: member },
});
const by = (actor: Parameters<typeof gameContext>[0]) => gameContext(actor, staff);

describe('linking a game account', () => {
  test('members link accounts to themselves only, and a repetition makes no event', () => {
    given(games).when(link, by(anna)).then(linked(accountId, userId));
    given(games, linked(accountId, userId)).when(link, by(anna)).thenNothing();
    for (const actor of [bram, guestActor, gameServerActor(staff)])
      given(games).when(link, by(actor)).thenRefused('not-found');
  });

  test('an account belongs to one member at a time', () => {
    given(games, linked(accountId, 102)).when(link, by(anna)).thenRefused('already-linked');
    given(games, linked(accountId, 102), buildUnlinkedEvent(accountId, 102))
      .when(link, by(anna))
      .then(linked(accountId, userId));
  });

  test('a member has at most as many accounts as the settings allow, except when staff undo an unlink', () => {
    const two = [linked(1, userId), linked(2, userId)];
    given(games, ...two)
      .when(link, by(anna))
      .thenRefused('game-accounts-full');
    const restore = { ...link, serverId: null, isRestore: true } as const;
    const restored = { type: 'GameAccountLinked.v1', data: { accountId, userId, serverId: null } } as const;
    given(games, ...two)
      .when(restore, by(mila))
      .then(restored);
  });

  test('only existing members can have game accounts', () => {
    given(games)
      .when({ ...link, userId: 404 }, by(mila))
      .thenRefused('not-found');
  });
});

describe('unlinking a game account', () => {
  test('the member and holders of ban_accounts can unlink an account', () => {
    for (const actor of [anna, holderOf('ban_accounts'), mila, null])
      given(games, linked(accountId, userId)).when(unlink, by(actor)).then(buildUnlinkedEvent());
    for (const actor of [bram, guestActor, holderOf('manage_roles'), gameServerActor(staff)])
      given(games, linked(accountId, userId)).when(unlink, by(actor)).thenRefused('not-found');
    given(games).when(unlink, by(anna)).thenRefused('not-found');
    given(games, linked(accountId, 102))
      .when({ ...unlink, userId }, by(mila))
      .thenRefused('not-found');
  });

  test('staff cannot unlink the accounts of those who rank above them', () => {
    const withAdmin = evolveStaff(createStaffState(), roleGiven(userId, 1));
    const context = gameContext(holderOf('ban_accounts'), withAdmin);
    given(games, linked(accountId, userId)).when(unlink, context).thenRefused('forbidden');
  });

  test('a member without accounts leaves no entry', () => {
    const state = [linked(accountId, userId), buildUnlinkedEvent()].reduce(games.evolve, games.initial());
    expect([state.memberOfAccount.size, state.accountsOfMember.size]).toEqual([0, 0]);
  });
});

test('an account moves to its new member, who can have several', () => {
  const foldAccounts = (...events: GamesEvent[]) => [
    ...events.reduce(evolveGames, createGamesState()).accountsOfMember,
  ];
  expect(foldAccounts(linked(1, 101), linked(2, 101), linked(1, 101))).toEqual([[101, [2, 1]]]);
  expect(foldAccounts(linked(1, 101), linked(2, 101), linked(2, 102), buildUnlinkedEvent(1, 101))).toEqual([
    [102, [2]],
  ]);
});

test('a member keeps the number of the first link after unlinking', () => {
  const events = [
    linked(1, 101),
    linked(2, 102),
    buildUnlinkedEvent(1, 101),
    linked(3, 103),
    linked(1, 101),
    linked(4, 102),
  ];
  const { memberNumbers } = events.reduce(evolveGames, createGamesState());
  expect([...memberNumbers]).toEqual([
    [101, 1],
    [102, 2],
    [103, 3],
  ]);
});
