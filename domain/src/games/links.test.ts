import { describe, expect, test } from 'vitest';
import { createStaffState, evolveStaff } from '../staff/state.js';
import { buildGameContext, buildGameServerActor, buildAccountLinked, serverId } from '../testing/game-servers.js';
import { given } from '../testing/given.js';
import { anna, bram, guestActor, buildHolder, mila } from '../testing/people.js';
import { buildRoleGiven } from '../testing/staff-events.js';
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
const buildContext = (actor: Parameters<typeof buildGameContext>[0]) => buildGameContext(actor, staff);

describe('linking a game account', () => {
  test('members can link accounts only to themselves, and linking again records no event', () => {
    given(games).when(link, buildContext(anna)).then(buildAccountLinked(accountId, userId));
    given(games, buildAccountLinked(accountId, userId)).when(link, buildContext(anna)).thenNothing();
    for (const actor of [bram, guestActor, buildGameServerActor(staff)])
      given(games).when(link, buildContext(actor)).thenRefused('not-found');
  });

  test('an account belongs to one member at a time', () => {
    given(games, buildAccountLinked(accountId, 102)).when(link, buildContext(anna)).thenRefused('already-linked');
    given(games, buildAccountLinked(accountId, 102), buildUnlinkedEvent(accountId, 102))
      .when(link, buildContext(anna))
      .then(buildAccountLinked(accountId, userId));
  });

  test('a member has at most as many accounts as the settings allow, except when staff undo an unlink', () => {
    const two = [buildAccountLinked(1, userId), buildAccountLinked(2, userId)];
    given(games, ...two)
      .when(link, buildContext(anna))
      .thenRefused('game-accounts-full');
    const restore = { ...link, serverId: null, isRestore: true } as const;
    const restoredLink = { type: 'GameAccountLinked.v1', data: { accountId, userId, serverId: null } } as const;
    given(games, ...two)
      .when(restore, buildContext(mila))
      .then(restoredLink);
  });

  test('only existing members can have game accounts', () => {
    given(games)
      .when({ ...link, userId: 404 }, buildContext(mila))
      .thenRefused('not-found');
  });
});

describe('unlinking a game account', () => {
  test('the member and holders of ban_accounts can unlink an account', () => {
    for (const actor of [anna, buildHolder('ban_accounts'), mila, null])
      given(games, buildAccountLinked(accountId, userId)).when(unlink, buildContext(actor)).then(buildUnlinkedEvent());
    for (const actor of [bram, guestActor, buildHolder('manage_roles'), buildGameServerActor(staff)])
      given(games, buildAccountLinked(accountId, userId)).when(unlink, buildContext(actor)).thenRefused('not-found');
    given(games).when(unlink, buildContext(anna)).thenRefused('not-found');
    given(games, buildAccountLinked(accountId, 102))
      .when({ ...unlink, userId }, buildContext(mila))
      .thenRefused('not-found');
  });

  test('staff cannot unlink the accounts of those who rank above them', () => {
    const withAdmin = evolveStaff(createStaffState(), buildRoleGiven(userId, 1));
    const context = buildGameContext(buildHolder('ban_accounts'), withAdmin);
    given(games, buildAccountLinked(accountId, userId)).when(unlink, context).thenRefused('forbidden');
  });

  test('a member without accounts leaves no entry', () => {
    const state = [buildAccountLinked(accountId, userId), buildUnlinkedEvent()].reduce(games.evolve, games.initial());
    expect([state.memberOfAccount.size, state.accountsOfMember.size]).toEqual([0, 0]);
  });
});

test('an account moves to its new member, who can have several', () => {
  const foldAccounts = (...events: GamesEvent[]) => [
    ...events.reduce(evolveGames, createGamesState()).accountsOfMember,
  ];
  expect(foldAccounts(buildAccountLinked(1, 101), buildAccountLinked(2, 101), buildAccountLinked(1, 101))).toEqual([
    [101, [2, 1]],
  ]);
  expect(
    foldAccounts(
      buildAccountLinked(1, 101),
      buildAccountLinked(2, 101),
      buildAccountLinked(2, 102),
      buildUnlinkedEvent(1, 101),
    ),
  ).toEqual([[102, [2]]]);
});

test('a member keeps the number from their first link after unlinking', () => {
  const events = [
    buildAccountLinked(1, 101),
    buildAccountLinked(2, 102),
    buildUnlinkedEvent(1, 101),
    buildAccountLinked(3, 103),
    buildAccountLinked(1, 101),
    buildAccountLinked(4, 102),
  ];
  const { memberNumbers } = events.reduce(evolveGames, createGamesState());
  expect([...memberNumbers]).toEqual([
    [101, 1],
    [102, 2],
    [103, 3],
  ]);
});
