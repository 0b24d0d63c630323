import { describe, expect, test } from 'vitest';
import type { Actor, PermissionEntry, PlaceEntries } from '../permissions.js';
import { adminRole, memberRole, type PermissionKey } from '../roles.js';
import { structure } from '../structure/decide.js';
import { listAllEntries } from '../structure/state.js';
import { given } from '../testing/given.js';
import { mila } from '../testing/people.js';
import { buildContext } from '../testing/staff-events.js';
import { staff, type StaffCommand } from './decide.js';
import type { StaffEvent } from './events.js';
import { mayManage, requireMayManage, type Rank } from './rank.js';

const [own, other] = [77, 88];
const openFlags = { can_view: true, can_post: true, can_reply: true, can_delete_post: false, can_emoji_react: true };
const hiddenFlags = { ...openFlags, can_view: false };
const buildEntry = (roleId: number, flags: typeof openFlags): PermissionEntry => ({ roleId, ...flags });
const buildSection = (...entries: PermissionEntry[]): PlaceEntries => ({ section: entries, subsection: null });
const createActor = (roleId: number, ...keys: PermissionKey[]) => ({
  userId: roleId,
  roleId,
  keys: new Set([...memberRole.keys, ...keys]),
});
const manager: Actor = createActor(own, 'manage_roles', 'ban_accounts', 'delete_accounts');
const hiddenSection = buildSection(buildEntry(memberRole.id, hiddenFlags), buildEntry(other, openFlags));

describe('outranking a role', () => {
  const cases: [string, Actor, Rank, PlaceEntries[], boolean][] = [
    ['above a role with fewer keys if no place has entries', manager, createActor(other), [buildSection()], true],
    [
      'not above a role that can see a section hidden from the actor',
      manager,
      createActor(other),
      [hiddenSection],
      false,
    ],
    [
      'above a role if the actor can see the same section',
      manager,
      createActor(other),
      [buildSection(...hiddenSection.section, buildEntry(own, openFlags))],
      true,
    ],
    [
      'above a role if the section is hidden from both',
      manager,
      createActor(other),
      [buildSection(buildEntry(memberRole.id, hiddenFlags))],
      true,
    ],
    [
      'not above a role that can see a subsection hidden from the actor',
      manager,
      createActor(other),
      [{ section: [], subsection: hiddenSection.section }],
      false,
    ],
    [
      'above a role that can see a subsection but not its section',
      manager,
      createActor(other),
      [{ section: [buildEntry(memberRole.id, hiddenFlags)], subsection: [buildEntry(other, openFlags)] }],
      true,
    ],
    [
      'not above a role that can post where the actor cannot',
      manager,
      createActor(other),
      [buildSection(buildEntry(memberRole.id, { ...openFlags, can_post: false }), buildEntry(other, openFlags))],
      false,
    ],
    [
      'not above a role that can reply where the actor cannot',
      manager,
      createActor(other),
      [buildSection(buildEntry(memberRole.id, { ...openFlags, can_reply: false }), buildEntry(other, openFlags))],
      false,
    ],
    ['not above a role with a key that the actor lacks', manager, createActor(other, 'edit_theme'), [], false],
    [
      'not above a role with more rights in any place',
      manager,
      createActor(other),
      [buildSection(), hiddenSection, buildSection()],
      false,
    ],
    [
      'not above a role that can delete posts in a place',
      manager,
      createActor(other),
      [buildSection(buildEntry(other, { ...openFlags, can_delete_post: true }))],
      false,
    ],
    [
      'above a role if the actor can delete posts everywhere',
      createActor(own, 'delete_topics'),
      createActor(other),
      [buildSection(buildEntry(other, { ...openFlags, can_delete_post: true }))],
      true,
    ],
    [
      'not if an entry restricts only the actor',
      manager,
      createActor(other),
      [buildSection(buildEntry(own, hiddenFlags))],
      false,
    ],
    ['an Admin is above every other role regardless of entries', mila, createActor(other), [hiddenSection], true],
    ['nobody else is above an Admin', manager, { roleId: adminRole.id, keys: new Set() }, [], false],
  ];
  test.each(cases)('decides by rank who may manage whom: %s', (_, actor, target, places, isAboveTarget) => {
    expect(mayManage(actor, target, places)).toBe(isAboveTarget);
  });
});

test('an actor must outrank a role in every section, and the installation outranks everyone', () => {
  expect(() => {
    requireMayManage(manager, createActor(other), [hiddenSection]);
  }).toThrow('You can only manage people and roles whose permissions you also have, in every section.');
  expect(() => {
    requireMayManage(null, createActor(other), [hiddenSection]);
  }).not.toThrow();
});

describe('staff without access to a hidden section', () => {
  const roleNames = { name: 'insiders', displayName: 'Insiders', description: '' };
  const roleCreated: StaffEvent = { type: 'RoleCreated.v1', data: { roleId: other, ...roleNames } };
  const roleGiven: StaffEvent = { type: 'RoleGiven.v1', data: { userId: 101, roleId: other, before: memberRole.id } };
  const deleted: StaffEvent = { type: 'RoleDeleted.v1', data: { roleId: other, holders: [101] } };
  const commands: [StaffCommand, StaffEvent[]][] = [
    [{ type: 'GiveRole', userId: 102, roleId: other }, [roleCreated]],
    [{ type: 'GiveRole', userId: 101, roleId: memberRole.id }, [roleCreated, roleGiven]],
    [{ type: 'ChangeRole', roleId: other, ...roleNames, name: 'mine' }, [roleCreated]],
    [{ type: 'GiveKey', roleId: other, key: 'ban_accounts' }, [roleCreated]],
    [{ type: 'DeleteRole', roleId: other }, [roleCreated, roleGiven]],
    [{ type: 'RestoreRole', roleId: other, holders: [101] }, [roleCreated, roleGiven, deleted]],
    [{ type: 'Ban', userId: 101, reason: null, until: null }, [roleCreated, roleGiven]],
    [{ type: 'Unban', userId: 101 }, [roleCreated, roleGiven]],
    [{ type: 'Leave', userId: 101, texts: false }, [roleCreated, roleGiven]],
  ];
  test.each(commands)(
    'rejects $type by staff without access to the hidden section, but not by Admins',
    (command, history) => {
      given(staff, ...history)
        .when(command, buildContext(manager, [hiddenSection]))
        .thenRefused('forbidden');
      expect(() =>
        staff.decide(command, history.reduce(staff.evolve, staff.initial()), buildContext(mila, [hiddenSection])),
      ).not.toThrow();
      expect(() =>
        staff.decide(command, history.reduce(staff.evolve, staff.initial()), buildContext(manager)),
      ).not.toThrow();
    },
  );

  test('staff can ban a Member even if their own role has less access in a section', () => {
    const places = [buildSection(buildEntry(own, hiddenFlags))];
    const command: StaffCommand = { type: 'Ban', userId: 102, reason: null, until: null };
    expect(() => staff.decide(command, staff.initial(), buildContext(manager, places))).not.toThrow();
    given(staff, roleCreated, roleGiven)
      .when({ ...command, userId: 101 }, buildContext(manager, places))
      .thenRefused('forbidden');
  });

  test('rejects deleting a role if its holders would gain access as Members', () => {
    const places = [buildSection(buildEntry(own, hiddenFlags), buildEntry(other, hiddenFlags))];
    given(staff, roleCreated, roleGiven)
      .when({ type: 'DeleteRole', roleId: other }, buildContext(manager, places))
      .thenRefused('forbidden');
  });
});

test("rank checks include entries of deleted places and of the subsection's section", () => {
  const facts = { name: 'hidden', displayName: 'Hidden', description: '', icon: 'default', allowThreadsDirect: true };
  const state = [
    { type: 'SectionCreated.v1', data: { sectionId: 1, ...facts } },
    { type: 'SubsectionCreated.v1', data: { subsectionId: 2, sectionId: 1, ...facts } },
    {
      type: 'PermissionsSet.v1',
      data: { sectionId: 1, subsectionId: null, entries: [buildEntry(other, openFlags)], before: [] },
    },
    {
      type: 'PermissionsSet.v1',
      data: { sectionId: 1, subsectionId: 2, entries: [buildEntry(own, hiddenFlags)], before: [] },
    },
    { type: 'SectionDeleted.v1', data: { sectionId: 1 } },
  ].reduce((state, event) => structure.evolve(state, event as never), structure.initial());
  expect(listAllEntries(state)).toEqual([
    { section: [buildEntry(other, openFlags)], subsection: null },
    { section: [buildEntry(other, openFlags)], subsection: [buildEntry(own, hiddenFlags)] },
  ]);
});
