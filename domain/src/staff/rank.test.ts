import { describe, expect, test } from 'vitest';
import type { Actor, PermissionEntry, PlaceEntries } from '../permissions.js';
import { adminRole, memberRole, type PermissionKey } from '../roles.js';
import { structure } from '../structure/decide.js';
import { entriesOfAll } from '../structure/state.js';
import { given } from '../testing/given.js';
import { mila } from '../testing/people.js';
import { staff, type StaffCommand } from './decide.js';
import type { StaffEvent } from './events.js';
import { isAbove, refuseUnlessAbove, type Rank } from './rank.js';

const [own, other] = [77, 88];
const may = { can_view: true, can_post: true, can_reply: true, can_delete_post: false, can_emoji_react: true };
const hides = { ...may, can_view: false };
const entry = (roleId: number, flags: typeof may): PermissionEntry => ({ roleId, ...flags });
const section = (...entries: PermissionEntry[]): PlaceEntries => ({ section: entries, subsection: null });
const holding = (roleId: number, ...keys: PermissionKey[]) => ({
  ...{ userId: roleId, roleId, keys: new Set([...memberRole.keys, ...keys]) },
});
const manager: Actor = holding(own, 'manage_roles', 'ban_accounts', 'delete_accounts');
const hidden = section(entry(memberRole.id, hides), entry(other, may));

describe('outranking a role', () => {
  const cases: [string, Actor, Rank, PlaceEntries[], boolean][] = [
    ['above a role with fewer keys if no place has entries', manager, holding(other), [section()], true],
    ['not above a role that can see a section hidden from the actor', manager, holding(other), [hidden], false],
    [
      'above a role if the actor can see the same section',
      manager,
      holding(other),
      [section(...hidden.section, entry(own, may))],
      true,
    ],
    [
      'above a role if the section is hidden from both',
      manager,
      holding(other),
      [section(entry(memberRole.id, hides))],
      true,
    ],
    [
      'not above a role that can see a subsection hidden from the actor',
      manager,
      holding(other),
      [{ section: [], subsection: hidden.section }],
      false,
    ],
    [
      'above a role that can see a subsection but not its section',
      manager,
      holding(other),
      [{ section: [entry(memberRole.id, hides)], subsection: [entry(other, may)] }],
      true,
    ],
    [
      'not above a role that can post where the actor cannot',
      manager,
      holding(other),
      [section(entry(memberRole.id, { ...may, can_post: false }), entry(other, may))],
      false,
    ],
    [
      'not above a role that can reply where the actor cannot',
      manager,
      holding(other),
      [section(entry(memberRole.id, { ...may, can_reply: false }), entry(other, may))],
      false,
    ],
    ['not above a role with a key that the actor lacks', manager, holding(other, 'edit_theme'), [], false],
    ['not above a role with more rights in any place', manager, holding(other), [section(), hidden, section()], false],
    [
      'not above a role that can delete posts in a place',
      manager,
      holding(other),
      [section(entry(other, { ...may, can_delete_post: true }))],
      false,
    ],
    [
      'above a role if the actor can delete posts everywhere',
      holding(own, 'delete_topics'),
      holding(other),
      [section(entry(other, { ...may, can_delete_post: true }))],
      true,
    ],
    ['not if an entry restricts only the actor', manager, holding(other), [section(entry(own, hides))], false],
    ['an Admin is above every other role regardless of entries', mila, holding(other), [hidden], true],
    ['nobody else is above an Admin', manager, { roleId: adminRole.id, keys: new Set() }, [], false],
  ];
  test.each(cases)('compares ranks: %s', (_, actor, target, places, above) => {
    expect(isAbove(actor, target, places)).toBe(above);
  });
});

test('an actor must outrank a role in every section, and the installation outranks everyone', () => {
  expect(() => {
    refuseUnlessAbove(manager, holding(other), [hidden]);
  }).toThrow('You can only manage people and roles whose permissions you also have, in every section.');
  expect(() => {
    refuseUnlessAbove(null, holding(other), [hidden]);
  }).not.toThrow();
});

describe('staff without access to a hidden section', () => {
  const names = { name: 'insiders', displayName: 'Insiders', description: '' };
  const made: StaffEvent = { type: 'RoleCreated.v1', data: { roleId: other, ...names } };
  const held: StaffEvent = { type: 'RoleGiven.v1', data: { userId: 101, roleId: other, before: memberRole.id } };
  const deleted: StaffEvent = { type: 'RoleDeleted.v1', data: { roleId: other, holders: [101] } };
  const now = '2026-11-21T12:00:00.000Z';
  const commands: [StaffCommand, StaffEvent[]][] = [
    [{ type: 'GiveRole', userId: 102, roleId: other }, [made]],
    [{ type: 'GiveRole', userId: 101, roleId: memberRole.id }, [made, held]],
    [{ type: 'ChangeRole', roleId: other, ...names, name: 'mine' }, [made]],
    [{ type: 'GiveKey', roleId: other, key: 'ban_accounts' }, [made]],
    [{ type: 'DeleteRole', roleId: other }, [made, held]],
    [{ type: 'RestoreRole', roleId: other, holders: [101] }, [made, held, deleted]],
    [{ type: 'Ban', userId: 101, reason: null, until: null }, [made, held]],
    [{ type: 'Unban', userId: 101 }, [made, held]],
    [{ type: 'Leave', userId: 101, texts: false }, [made, held]],
  ];
  test.each(commands)(
    'rejects $type by staff without access to the hidden section, but not by Admins',
    (command, history) => {
      given(staff, ...history)
        .when(command, { actor: manager, now, places: [hidden] })
        .thenRefused('forbidden');
      expect(() =>
        staff.decide(command, history.reduce(staff.evolve, staff.initial()), { actor: mila, now, places: [hidden] }),
      ).not.toThrow();
      expect(() =>
        staff.decide(command, history.reduce(staff.evolve, staff.initial()), { actor: manager, now, places: [] }),
      ).not.toThrow();
    },
  );

  test('staff can ban a Member even if their own role has less access in a section', () => {
    const places = [section(entry(own, hides))];
    const command: StaffCommand = { type: 'Ban', userId: 102, reason: null, until: null };
    expect(() => staff.decide(command, staff.initial(), { actor: manager, now, places })).not.toThrow();
    given(staff, made, held)
      .when({ ...command, userId: 101 }, { actor: manager, now, places })
      .thenRefused('forbidden');
  });

  test('rejects deleting a role if its holders would gain access as Members', () => {
    const places = [section(entry(own, hides), entry(other, hides))];
    given(staff, made, held)
      .when({ type: 'DeleteRole', roleId: other }, { actor: manager, now, places })
      .thenRefused('forbidden');
  });
});

test("rank checks include entries of deleted places and of the subsection's section", () => {
  const facts = { name: 'hidden', displayName: 'Hidden', description: '', icon: 'default', allowThreadsDirect: true };
  const state = [
    { type: 'SectionCreated.v1', data: { sectionId: 1, ...facts } },
    { type: 'SubsectionCreated.v1', data: { subsectionId: 2, sectionId: 1, ...facts } },
    { type: 'PermissionsSet.v1', data: { sectionId: 1, subsectionId: null, entries: [entry(other, may)], before: [] } },
    { type: 'PermissionsSet.v1', data: { sectionId: 1, subsectionId: 2, entries: [entry(own, hides)], before: [] } },
    { type: 'SectionDeleted.v1', data: { sectionId: 1 } },
  ].reduce((folded, event) => structure.evolve(folded, event as never), structure.initial());
  expect(entriesOfAll(state)).toEqual([
    { section: [entry(other, may)], subsection: null },
    { section: [entry(other, may)], subsection: [entry(own, hides)] },
  ]);
});
