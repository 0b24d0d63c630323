import { describe, expect, test } from 'vitest';
import { adminRole, memberRole, permissionKeys, type PermissionKey } from '../roles.js';
import { staff } from '../staff/decide.js';
import type { StaffEvent } from '../staff/events.js';
import { mayManage } from '../staff/rank.js';
import { createStaffState, evolveStaff, findRole } from '../staff/state.js';
import { buildGameContext, buildGameServerActor, buildAccountLinked } from '../testing/game-servers.js';
import { given } from '../testing/given.js';
import { anna, buildHolder, mila } from '../testing/people.js';
import { buildContext, now, buildRoleCreated, buildRoleGiven } from '../testing/staff-events.js';
import { games, type GamesCommand } from './decide.js';
import type { GamesEvent } from './events.js';

const builder = 77;
const buildKeyGivenEvent = (key: PermissionKey, roleId = builder): StaffEvent => ({
  type: 'RoleKeyGiven.v1',
  data: { roleId, key },
});
const foldStaff = (...events: StaffEvent[]) => events.reduce(evolveStaff, createStaffState());
const [accountId, userId] = [95, 101];
const ban: GamesCommand = { type: 'BanPlayer', accountId, reason: null, until: null };
const unban: GamesCommand = { type: 'UnbanPlayer', accountId };
const buildBannedEvent = (until: string | null = null): GamesEvent => ({
  type: 'PlayerBanned.v1',
  data: { accountId, reason: null, until, before: null, since: now },
});

describe('player bans', () => {
  const members = foldStaff();
  const serverContext = buildGameContext(buildGameServerActor(members), members);

  test('game servers and holders of ban_accounts can ban and unban players', () => {
    for (const actor of [buildGameServerActor(members), buildHolder('ban_accounts'), mila, null]) {
      given(games).when(ban, buildGameContext(actor, members)).then(buildBannedEvent());
      given(games, buildAccountLinked(accountId, userId))
        .when(ban, buildGameContext(actor, members))
        .then(buildBannedEvent());
      const before = { reason: null, until: null };
      given(games, buildBannedEvent())
        .when(unban, buildGameContext(actor, members))
        .then({ type: 'PlayerUnbanned.v1', data: { accountId, before } });
    }
    given(games).when(ban, buildGameContext(anna, members)).thenRefused('not-found');
    const removedServer = { ...buildGameServerActor(members), limit: undefined } as never;
    given(games).when(ban, buildGameContext(removedServer, members)).thenRefused('not-found');
  });

  test('a repeated ban or unban records no event, and an expired ban counts as none', () => {
    given(games, buildBannedEvent()).when(ban, serverContext).thenNothing();
    given(games).when(unban, serverContext).thenNothing();
    given(games, buildBannedEvent(now)).when(unban, serverContext).thenNothing();
    given(games, buildBannedEvent(now)).when(ban, serverContext).then(buildBannedEvent());
    given(games)
      .when({ ...ban, until: now }, serverContext)
      .thenRefused('ban-end-past', 'until');
    given(games, buildBannedEvent())
      .when({ ...ban, until: now, isRestore: true }, buildGameContext(mila, members))
      .then({ type: 'PlayerUnbanned.v1', data: { accountId, before: { reason: null, until: null } } });
  });
});

describe('game server limit', () => {
  const give = { type: 'GiveRole', userId, roleId: builder } as const;
  const banMember = { type: 'Ban', userId, reason: null, until: null } as const;

  test.each(permissionKeys)(
    'a game server with the limit Member can manage a role with %s only if Members have that permission',
    (key) => {
      const history = [buildRoleCreated(), buildKeyGivenEvent(key), buildRoleGiven(userId, builder)];
      const server = buildGameServerActor(foldStaff(...history));
      const isWithin = memberRole.keys.includes(key);
      const outcomes = [
        () => staff.decide(give, foldStaff(...history.slice(0, 2)), buildContext(server)),
        () => staff.decide({ ...give, roleId: memberRole.id }, foldStaff(...history), buildContext(server)),
        () => staff.decide(banMember, foldStaff(...history), buildContext(server)),
        () =>
          games.decide(
            ban,
            foldGames(buildAccountLinked(accountId, userId)),
            buildGameContext(server, foldStaff(...history)),
          ),
      ];
      for (const decide of outcomes)
        if (isWithin) expect(decide()).toHaveLength(1);
        else expect(decide).toThrow(/permission/);
    },
  );

  test('a game server can never grant staff permissions or act on Admins, whatever its limit', () => {
    const keys: PermissionKey[] = ['lock_topics', 'ban_accounts', 'manage_roles'];
    const helperCreated = [buildRoleCreated(78, 'helper'), buildKeyGivenEvent('lock_topics', 78)];
    const state = foldStaff(buildRoleCreated(), ...keys.map((key) => buildKeyGivenEvent(key)), ...helperCreated);
    const server = buildGameServerActor(state, { highestRoleId: builder });
    const history = [...helperCreated, buildRoleGiven(userId, 78)];
    given(staff, ...history)
      .when(banMember, buildContext(server))
      .thenRefused('forbidden');
    given(games, buildAccountLinked(accountId, userId))
      .when(ban, buildGameContext(server, foldStaff(...history)))
      .thenRefused('forbidden');
    const mayTouch = (roleId: number) => mayManage(server, findRole(state, roleId)!, []);
    expect([memberRole.id, 78, builder, adminRole.id].map(mayTouch)).toEqual([true, true, false, false]);
    const unlimitedServer = buildGameServerActor(state, { highestRoleId: adminRole.id });
    expect(
      [memberRole.id, 78, builder, adminRole.id].map((id) => mayManage(unlimitedServer, findRole(state, id)!, [])),
    ).toEqual([true, false, false, false]);
  });

  test('a game server neither changes nor ends a ban that is limited to the site', () => {
    const siteBan = { reason: null, until: null, siteOnly: true } as const;
    const memberBanned: StaffEvent = {
      type: 'MemberBanned.v1',
      data: { userId, ...siteBan, before: null, since: now },
    };
    const server = buildContext(buildGameServerActor(foldStaff()));
    given(staff, memberBanned).when(banMember, server).thenNothing();
    given(staff, memberBanned).when({ type: 'Unban', userId }, server).thenNothing();
  });

  test('a game server cannot erase members, change roles or manage keys', () => {
    const server = buildGameServerActor(foldStaff(), {});
    given(staff).when({ type: 'Leave', userId, texts: true }, buildContext(server)).thenRefused('not-found');
    given(staff, buildRoleCreated())
      .when({ type: 'DeleteRole', roleId: builder }, buildContext(server))
      .thenRefused('not-found');
    given(staff).when({ type: 'RevokeApiKey', keyId: 60 }, buildContext(server)).thenRefused('not-found');
  });
});

const foldGames = (...events: GamesEvent[]) => events.reduce(games.evolve, games.initial());
