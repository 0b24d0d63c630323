import { describe, expect, test } from 'vitest';
import { adminRole, memberRole } from '../roles.js';
import { createStaffState } from '../staff/state.js';
import {
  buildGameContext,
  buildGameServerActor,
  buildServerCreated,
  buildServerFields,
  serverId,
} from '../testing/game-servers.js';
import { given } from '../testing/given.js';
import { anna, buildHolder, mila } from '../testing/people.js';
import { games, type GamesCommand } from './decide.js';
import type { GamesEvent, GameServerFields } from './events.js';
import { gameAddressPattern, gameLimits } from './limits.js';
import { createGamesState, evolveGames, findGameServer } from './state.js';

const staff = createStaffState();
const milaContext = buildGameContext(mila, staff);
const buildOwnFields = (change: Partial<GameServerFields> = {}) =>
  buildServerFields({ ranks: [{ roleId: memberRole.id, rank: 'player' }], ...change });
const create = (change: Partial<GameServerFields> = {}, id = serverId): GamesCommand => ({
  type: 'CreateGameServer',
  serverId: id,
  fields: buildOwnFields(change),
});
const buildCreatedEvent = (change: Partial<GameServerFields> = {}, id = serverId): GamesEvent =>
  buildServerCreated(buildOwnFields(change), id);
const removed: GamesEvent = { type: 'GameServerRemoved.v1', data: { serverId, before: buildOwnFields() } };
const remove: GamesCommand = { type: 'RemoveGameServer', serverId };

describe('managing game servers', () => {
  test('only an Admin can manage game servers, and never with a key', () => {
    const commands = [create(), { ...create(), type: 'ChangeGameServer' }, remove] as GamesCommand[];
    const program = { ...mila, isProgram: true } as const;
    for (const actor of [anna, buildHolder('manage_roles'), program, buildGameServerActor(staff), null])
      for (const command of commands)
        given(games, buildCreatedEvent()).when(command, buildGameContext(actor, staff)).thenRefused('not-found');
    given(games).when(create(), milaContext).then(buildCreatedEvent());
  });

  test.each<[Partial<GameServerFields>, Parameters<ReturnType<ReturnType<typeof given>['when']>['thenRefused']>]>([
    [{ name: 'SURVIVAL' }, ['name-taken', 'name']],
    [{ highestRoleId: adminRole.id }, ['highest-role-admin', 'highest_role_id']],
    [{ highestRoleId: 99 }, ['role-unknown', 'highest_role_id']],
    [{ ranks: [{ roleId: 99, rank: 'vip' }] }, ['role-unknown', 'ranks']],
    [{ ranks: [1, 1].map((roleId) => ({ roleId, rank: `r${roleId}` })) }, ['rank-twice', 'ranks']],
    [{ ranks: ['vip', 'VIP'].map((rank, n) => ({ roleId: n + 1, rank })) }, ['rank-twice', 'ranks']],
  ])('rejects %o', (change, refusal) => {
    const other = buildCreatedEvent({ name: 'Survival' }, 91);
    given(games, other)
      .when(create({ name: 'Creative', ...change }), milaContext)
      .thenRefused(...refusal);
    given(games, other, buildCreatedEvent({ name: 'Creative' }))
      .when(
        { type: 'ChangeGameServer', serverId, fields: buildOwnFields({ name: 'Creative', ...change }) },
        milaContext,
      )
      .thenRefused(...refusal);
  });

  test('a change to a game server records the previous values, and is rejected with an outdated version', () => {
    const [fields, previousFields] = [buildOwnFields({ address: 'new.example.org' }), buildOwnFields()];
    const change = { type: 'ChangeGameServer', serverId, fields } as const;
    const changed = { type: 'GameServerChanged.v1', data: { serverId, ...fields, before: previousFields } } as const;
    given(games, buildCreatedEvent())
      .when({ ...change, ifVersions: [1] }, milaContext)
      .then(changed);
    given(games, buildCreatedEvent(), changed).when(change, milaContext).thenNothing();
    given(games, buildCreatedEvent(), changed)
      .when({ ...change, fields: previousFields, ifVersions: [1] }, milaContext)
      .thenRefused('changed-since');
    given(games).when(change, milaContext).thenRefused('not-found');
  });

  test('a removed game server keeps its name and its id, and can be restored', () => {
    given(games, buildCreatedEvent()).when(remove, milaContext).then(removed);
    given(games, buildCreatedEvent(), removed).when(remove, milaContext).thenRefused('not-found');
    given(games, buildCreatedEvent(), removed).when(create(), milaContext).thenRefused('id-in-use');
    const restore = { type: 'RestoreGameServer', serverId, fields: buildOwnFields() } as const;
    given(games, buildCreatedEvent(), removed).when(restore, milaContext).then(buildCreatedEvent());
    given(games, buildCreatedEvent()).when(restore, milaContext).thenNothing();
    const state = [buildCreatedEvent(), removed].reduce(evolveGames, createGamesState());
    expect([findGameServer(state, serverId), state.servers.get(serverId)?.name]).toEqual([null, 'Survival']);
  });

  test('bounds the number of game servers', () => {
    const servers = Array.from({ length: gameLimits.servers }, (_, n) =>
      buildCreatedEvent({ name: `Server ${n}` }, 100 + n),
    );
    given(games, ...servers)
      .when(create(), milaContext)
      .thenRefused('game-servers-full');
    const removal = { type: 'GameServerRemoved.v1', data: { serverId: 100, before: buildOwnFields() } } as const;
    given(games, ...servers, removal)
      .when(create(), milaContext)
      .then(buildCreatedEvent());
  });
});

test.each([
  ...(['mc.example.org', 'mc.example.org:1', 'a:65535', '10.0.0.7:25565', '[::1]:19132', '[fe80::1]'] as const).map(
    (address) => [address, true] as const,
  ),
  ...(['', 'a:0', 'a:65536', 'a b', 'http://a', '-a', 'a-', 'a/b', '::1', 'user@a', 'a:', 'ä.example'] as const).map(
    (address) => [address, false] as const,
  ),
])('the address %j is valid: %s', (address, isValid) => {
  expect(gameAddressPattern.test(address)).toBe(isValid);
});
