import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyLimits, type KeyScope } from '../key-scopes.js';
import { guest, type Actor } from '../permissions.js';
import { adminRole, memberRole, permissionKeys } from '../roles.js';
import { given } from '../testing/given.js';
import { anna, buildHolder } from '../testing/people.js';
import {
  buildContext,
  memberLeft,
  milaContext,
  now,
  permissionGranted,
  buildRoleCreated,
  roleDeleted,
  buildRoleGiven,
} from '../testing/staff-events.js';
import { isActiveKey, formatProgramName } from './api-keys.js';
import { staff, type StaffCommand } from './decide.js';
import type { StaffEvent } from './events.js';
import { mayManage } from './rank.js';
import { resolveActor, createStaffState, evolveStaff } from './state.js';

interface Fields {
  name: string;
  roleId: number;
  scopes: readonly KeyScope[];
  until: string | null;
  callsPerMinute: number;
  hash: string;
  start: string;
  serverId?: number;
}

const fields: Fields = {
  name: 'Backup',
  roleId: memberRole.id,
  scopes: ['read'],
  until: null,
  callsPerMinute: 60,
  hash: 'a1',
  start: 'Xq3fT9Zk',
};
const create = (change: Partial<Fields> = {}, keyId = 60): StaffCommand => ({
  type: 'CreateApiKey',
  keyId,
  fields: { ...fields, ...change },
});
const buildCreatedEvent = (
  change: Partial<Fields> = {},
  keyId = 60,
): Extract<StaffEvent, { type: 'ApiKeyCreated.v1' }> => ({
  type: 'ApiKeyCreated.v1',
  data: { keyId, makerId: 103, createdAt: now, ...fields, ...change },
});
const revoke: StaffCommand = { type: 'RevokeApiKey', keyId: 60 };
const keyRevoked: StaffEvent = { type: 'ApiKeyRevoked.v1', data: { keyId: 60 } };
const program: Actor = { userId: 60, roleId: adminRole.id, keys: new Set(permissionKeys), isProgram: true };
const foldEvents = (...events: StaffEvent[]) => events.reduce(evolveStaff, createStaffState());

describe('creating keys', () => {
  test('only an Admin can create or revoke a key, and never with a key', () => {
    given(staff).when(create(), milaContext).then(buildCreatedEvent());
    for (const actor of [anna, guest, buildHolder('manage_roles'), program, null]) {
      given(staff).when(create(), buildContext(actor)).thenRefused('not-found');
      given(staff, buildCreatedEvent()).when(revoke, buildContext(actor)).thenRefused('not-found');
    }
  });

  test('a game server key has its own scope and no other', () => {
    const scopes = ['game'] as const;
    given(staff)
      .when(create({ scopes, serverId: 90 }), milaContext)
      .then(buildCreatedEvent({ scopes, serverId: 90 }));
    const refused: Partial<Fields>[] = [{ scopes }, { serverId: 90 }, { scopes: ['read', 'game'], serverId: 90 }];
    for (const change of refused)
      given(staff).when(create(change), milaContext).thenRefused('key-game-server', 'game_server_id');
    given(staff)
      .when(create({ scopes, serverId: 91 }), milaContext)
      .thenRefused('not-found', 'game_server_id');
  });

  test('rejects unknown roles, past expiry dates and names of other active keys', () => {
    given(staff)
      .when(create({ roleId: 77 }), milaContext)
      .thenRefused('role-unknown', 'role_id');
    given(staff)
      .when(create({ until: now }), milaContext)
      .thenRefused('key-end-past', 'until');
    given(staff, buildCreatedEvent())
      .when(create({ name: 'BACKUP' }, 61), milaContext)
      .thenRefused('name-taken', 'name');
    given(staff, buildCreatedEvent())
      .when(create({ name: 'Other' }), milaContext)
      .thenRefused('id-in-use');
    for (const endEvent of [keyRevoked, buildRoleGiven(103, memberRole.id, adminRole.id)])
      given(staff, buildCreatedEvent(), endEvent).when(create({}, 61), milaContext).then(buildCreatedEvent({}, 61));
  });

  test('limits the number of active keys', () => {
    const keys = Array.from({ length: keyLimits.active }, (_, n) => buildCreatedEvent({ name: `Key ${n}` }, 100 + n));
    given(staff, ...keys)
      .when(create(), milaContext)
      .thenRefused('keys-full');
    given(staff, ...keys, { ...keyRevoked, data: { keyId: 100 } })
      .when(create(), milaContext)
      .then(buildCreatedEvent());
  });

  test('a revoked key cannot be revoked again', () => {
    given(staff, buildCreatedEvent()).when(revoke, milaContext).then(keyRevoked);
    given(staff, buildCreatedEvent(), keyRevoked).when(revoke, milaContext).thenNothing();
    given(staff).when(revoke, milaContext).thenRefused('not-found');
  });
});

describe('when a key stops working', () => {
  const until = '2026-12-01T00:00:00.000Z';
  const isActive = (at: string, ...events: StaffEvent[]) => {
    const key = foldEvents(buildCreatedEvent({ until }), ...events).apiKeys.get(60);
    return key !== undefined && isActiveKey(key, at, () => true);
  };

  test('a game server key works while its server exists', () => {
    const key = foldEvents(buildCreatedEvent({ scopes: ['game'], serverId: 90 })).apiKeys.get(60);
    if (!key) throw new Error('The key is missing');
    expect([true, false].map((exists) => isActiveKey(key, now, () => exists))).toEqual([true, false]);
  });

  test('a key works until it expires', () => {
    expect([isActive(now), isActive('2026-11-30T23:59:59.999Z'), isActive(until)]).toEqual([true, true, false]);
  });

  test.each([
    ['is revoked', [keyRevoked]],
    ['has a maker who lost the Admin role', [buildRoleGiven(103, memberRole.id, adminRole.id)]],
    [
      'has a maker who was banned',
      [{ type: 'MemberBanned.v1', data: { userId: 103, reason: null, until: null, before: null, since: now } }],
    ],
    ['has a maker who left', [{ ...memberLeft, data: { ...memberLeft.data, userId: 103 } }]],
  ] as [string, StaffEvent[]][])('a key never works again once it %s', (_, events) => {
    const givenBack = buildRoleGiven(103, adminRole.id);
    expect([isActive(now, ...events), isActive(now, ...events, givenBack)]).toEqual([false, false]);
    expect(resolveActor(foldEvents(buildCreatedEvent(), ...events, givenBack), 60)).toEqual(guest);
  });

  test('a key survives changes to other members and to an Admin who stays one', () => {
    const others = [buildRoleGiven(101, memberRole.id, adminRole.id), memberLeft, buildRoleGiven(103, adminRole.id)];
    expect(isActive(now, ...others)).toBe(true);
  });
});

describe("a key's actor", () => {
  test('a program has the permissions of its role, or those of Member if the role was deleted', () => {
    const events = [buildRoleCreated(), permissionGranted, buildCreatedEvent({ roleId: 77 })];
    const actor = resolveActor(foldEvents(...events), 60);
    expect(actor).toMatchObject({ userId: 60, roleId: 77, isProgram: true });
    expect(actor.keys.has('lock_topics')).toBe(true);
    const demotedActor = resolveActor(foldEvents(...events, roleDeleted), 60);
    expect([demotedActor.roleId, demotedActor.keys.has('lock_topics')]).toEqual([memberRole.id, false]);
  });

  test('a program ranks below every staff role, whatever its own role', () => {
    fc.assert(
      fc.property(fc.subarray([...permissionKeys]), fc.constantFrom(adminRole.id, 77, 78), (keys, roleId) => {
        expect(mayManage(program, { roleId, keys: new Set(keys) }, [])).toBe(false);
      }),
    );
    expect(mayManage(program, anna, [])).toBe(true);
  });

  test('a program can neither ban staff nor assign a staff role', () => {
    const context = buildContext(program);
    const ban: StaffCommand = { type: 'Ban', userId: 101, reason: null, until: null };
    given(staff, buildRoleCreated(), buildRoleGiven(101, 77)).when(ban, context).thenRefused('forbidden');
    given(staff, buildRoleCreated())
      .when({ type: 'GiveRole', userId: 101, roleId: 77 }, context)
      .thenRefused('forbidden');
    given(staff, buildRoleCreated())
      .when({ type: 'GiveKey', roleId: 77, key: 'ban_accounts' }, context)
      .thenRefused('forbidden');
  });

  test('a program has a name that no member can have', () => {
    expect(formatProgramName(fields)).toBe('Program Backup');
  });
});
