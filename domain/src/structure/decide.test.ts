import { describe, test } from 'vitest';
import type { Actor } from '../permissions.js';
import { adminRole, guestRole, memberRole } from '../roles.js';
import { given } from '../testing/given.js';
import { anna, mila, guestActor } from '../testing/people.js';
import { structure, type StructureCommand } from './decide.js';
import type { SectionData, StructureEvent, SubsectionData } from './events.js';
import { suggestPlaceName } from './names.js';

const buildSection = (sectionId: number, name: string, change: Partial<SectionData> = {}): SectionData => ({
  sectionId,
  name,
  displayName: name,
  description: '',
  icon: 'default',
  allowThreadsDirect: true,
  ...change,
});
const buildSubsection = (subsectionId: number, sectionId: number, name: string): SubsectionData => ({
  subsectionId,
  sectionId,
  name,
  displayName: name,
  description: '',
  icon: 'default',
});
const news = { type: 'SectionCreated.v1', data: buildSection(1, 'news', { displayName: 'News' }) } as const;
const buildsCreated = { type: 'SubsectionCreated.v1', data: buildSubsection(2, 1, 'builds') } as const;
const isRole = (roleId: number) => roleId === adminRole.id || roleId === memberRole.id;
const buildContext = (actor: Actor | null) => ({ actor, isRole });
const milaContext = buildContext(mila);
const deleted = { type: 'SectionDeleted.v1', data: { sectionId: 1 } } as const;

describe('structure decider', () => {
  test('only Admins and the installation can change the structure', () => {
    const create = { type: 'CreateSection', section: buildSection(1, 'x') } as const;
    given(structure).when(create, milaContext).then({ type: 'SectionCreated.v1', data: create.section });
    given(structure).when(create, buildContext(null)).then({ type: 'SectionCreated.v1', data: create.section });
    given(structure).when(create, buildContext(anna)).thenRefused('not-found');
    given(structure).when(create, buildContext(guestActor)).thenRefused('not-found');
  });

  test('rejects a new name that is invalid in a URL, but accepts existing names', () => {
    const odd = { type: 'SectionCreated.v1', data: buildSection(1, '100%') } as const;
    given(structure)
      .when({ type: 'CreateSection', section: buildSection(9, '..') }, milaContext)
      .thenRefused('name-address', 'name');
    given(structure, odd)
      .when({ type: 'ChangeSection', section: buildSection(1, 'a/b') }, milaContext)
      .thenRefused('name-address', 'name');
    const changed = buildSection(1, '100%', { description: 'All of it.' });
    given(structure, odd)
      .when({ type: 'ChangeSection', section: changed }, milaContext)
      .then({ type: 'SectionChanged.v1', data: { ...changed, before: odd.data } });
    given(structure, news)
      .when({ type: 'CreateSection', section: buildSection(9, 'Ｎｅｗｓ') }, milaContext)
      .thenRefused('name-taken', 'name');
  });

  test('section names and display names must be unique, ignoring case', () => {
    const create = (data: SectionData) => ({ type: 'CreateSection', section: data }) as const;
    given(structure, news)
      .when(create(buildSection(9, 'NEWS')), milaContext)
      .thenRefused('name-taken', 'name');
    given(structure, news)
      .when(create(buildSection(9, 'x', { displayName: 'nEws' })), milaContext)
      .thenRefused('name-taken', 'display_name');
    given(structure, news, deleted)
      .when(create(buildSection(9, 'news')), milaContext)
      .then({ ...news, data: buildSection(9, 'news') });
    given(structure)
      .when(create(buildSection(9, 'Thread')), milaContext)
      .thenRefused('name-reserved', 'name');
    given(structure)
      .when(create(buildSection(9, 'new', { displayName: 'New' })), milaContext)
      .thenRefused('name-reserved', 'name');
    for (const icon of ['toString', 'toString2', '']) {
      given(structure)
        .when(create(buildSection(9, 'x', { icon })), milaContext)
        .thenRefused('icon-unknown', 'icon');
    }
  });

  test('accepts changes to a section that keeps its name', () => {
    const change = { type: 'ChangeSection', section: buildSection(1, 'news', { description: 'all of it' }) } as const;
    given(structure, news)
      .when(change, milaContext)
      .then({ type: 'SectionChanged.v1', data: { ...change.section, before: news.data } });
    given(structure, news, deleted).when(change, milaContext).thenRefused('not-found');
  });

  test('subsections can only be created and deleted in existing sections', () => {
    const create = { type: 'CreateSubsection', subsection: buildSubsection(2, 1, 'builds') } as const;
    given(structure, news).when(create, milaContext).then(buildsCreated);
    given(structure).when(create, milaContext).thenRefused('not-found');
    given(structure, news, buildsCreated)
      .when({ type: 'DeleteSubsection', subsectionId: 2 }, milaContext)
      .then({
        type: 'SubsectionDeleted.v1',
        data: { subsectionId: 2 },
      });
    given(structure, news, buildsCreated, deleted)
      .when({ type: 'DeleteSubsection', subsectionId: 2 }, milaContext)
      .thenRefused('not-found');
  });

  test("saving permission entries replaces all of a place's entries and rejects unknown roles", () => {
    const flags = { can_view: false, can_post: true, can_reply: true, can_delete_post: false, can_emoji_react: true };
    const place = { sectionId: 1, subsectionId: null };
    const set = (roleId: number): StructureCommand => ({
      type: 'SetPermissions',
      place,
      entries: [{ roleId, ...flags }],
    });
    const entries = [{ roleId: memberRole.id, ...flags }];
    const permissionsSet: StructureEvent = { type: 'PermissionsSet.v1', data: { ...place, entries, before: [] } };
    given(structure, news).when(set(memberRole.id), milaContext).then(permissionsSet);
    given(structure, news, permissionsSet).when(set(memberRole.id), milaContext).thenNothing();
    given(structure, news).when(set(4711), milaContext).thenRefused('role-unknown');
    given(structure, news, permissionsSet)
      .when({ type: 'SetPermissions', place, entries: [] }, milaContext)
      .then({ type: 'PermissionsSet.v1', data: { ...place, entries: [], before: entries } });
    given(structure, news)
      .when(set(adminRole.id), milaContext)
      .then({
        type: 'PermissionsSet.v1',
        data: { ...place, entries: [{ roleId: adminRole.id, ...flags }], before: [] },
      });
  });

  test('a program can only change the permission entries of guests and Members', () => {
    const flags = { can_view: true, can_post: false, can_reply: false, can_delete_post: false, can_emoji_react: false };
    const place = { sectionId: 1, subsectionId: null };
    const listEntries = (...roleIds: number[]) => roleIds.map((roleId) => ({ roleId, ...flags }));
    const set = (...roleIds: number[]): StructureCommand => ({
      type: 'SetPermissions',
      place,
      entries: listEntries(...roleIds),
    });
    const buildPermissionsSetEvent = (after: number[], before: number[]): StructureEvent => ({
      type: 'PermissionsSet.v1',
      data: { ...place, entries: listEntries(...after), before: listEntries(...before) },
    });
    const program = buildContext({ ...mila, isProgram: true });
    const staffSet = buildPermissionsSetEvent([adminRole.id], []);
    given(structure, news)
      .when(set(guestRole.id, memberRole.id), program)
      .then(buildPermissionsSetEvent([guestRole.id, memberRole.id], []));
    given(structure, news, staffSet)
      .when(set(adminRole.id, memberRole.id), program)
      .then(buildPermissionsSetEvent([adminRole.id, memberRole.id], [adminRole.id]));
    given(structure, news).when(set(adminRole.id), program).thenRefused('forbidden');
    given(structure, news, staffSet).when(set(), program).thenRefused('forbidden');
    const entry = { roleId: adminRole.id, ...flags };
    given(structure, news)
      .when({ type: 'SetPermission', place, roleId: adminRole.id, entry }, program)
      .thenRefused('forbidden');
  });

  test('guest permission entries can only grant viewing', () => {
    const noFlags = {
      can_view: false,
      can_post: false,
      can_reply: false,
      can_delete_post: false,
      can_emoji_react: false,
    };
    const place = { sectionId: 1, subsectionId: null };
    const set = (flags: Partial<typeof noFlags>, isRestore?: true): StructureCommand => ({
      type: 'SetPermissions',
      place,
      entries: [{ roleId: guestRole.id, ...noFlags, ...flags }],
      ...(isRestore && { isRestore }),
    });
    const buildPermissionsSet = (can_view: boolean): StructureEvent => ({
      type: 'PermissionsSet.v1',
      data: { ...place, entries: [{ roleId: guestRole.id, ...noFlags, can_view }], before: [] },
    });
    given(structure, news).when(set({}), milaContext).then(buildPermissionsSet(false));
    given(structure, news)
      .when(set({ can_view: true }), milaContext)
      .then(buildPermissionsSet(true));
    for (const flag of ['can_post', 'can_reply', 'can_delete_post', 'can_emoji_react']) {
      given(structure, news)
        .when(set({ can_view: true, [flag]: true }), milaContext)
        .thenRefused('guests-only-view', flag);
      given(structure, news)
        .when(set({ [flag]: true }, true), milaContext)
        .thenRefused('guests-only-view', flag);
    }
  });

  test('rejects a section name or display name that another section already uses', () => {
    const harbour = {
      type: 'SectionCreated.v1',
      data: buildSection(5, 'harbour', { displayName: 'The quay' }),
    } as const;
    for (const [data, field] of [
      [buildSection(9, 'the quay', { displayName: 'Boats' }), 'name'],
      [buildSection(9, 'boats', { displayName: 'Harbour' }), 'display_name'],
    ] as const) {
      given(structure, harbour)
        .when({ type: 'CreateSection', section: data }, milaContext)
        .thenRefused('name-taken', field);
    }
  });

  test.each(['New', 'Thread', 'Threads', 'feed.atom'])(
    'accepts its own suggestion as a section name: %j',
    (displayName) => {
      const data = buildSection(9, suggestPlaceName(displayName), { displayName });
      given(structure)
        .when({ type: 'CreateSection', section: data }, milaContext)
        .then({ type: 'SectionCreated.v1', data });
    },
  );

  test('ignores case when comparing a new name with existing names and display names', () => {
    const sectionCreated = { type: 'SectionCreated.v1', data: buildSection(5, 'ABC', { displayName: 'DEF' }) } as const;
    for (const name of ['abc', 'def']) {
      given(structure, sectionCreated)
        .when({ type: 'CreateSection', section: buildSection(9, name) }, milaContext)
        .thenRefused('name-taken', 'name');
    }
  });

  test('rejects creating a section under an existing id', () => {
    given(structure, news)
      .when({ type: 'CreateSection', section: buildSection(1, 'other') }, milaContext)
      .thenRefused('id-in-use');
  });

  test('records nothing if no section field was changed', () => {
    given(structure, news).when({ type: 'ChangeSection', section: news.data }, milaContext).thenNothing();
  });

  test('section rules can be added and removed', () => {
    const newsWithRules = buildSection(1, 'news', { displayName: 'News', rules: 'Be kind.' });
    const changed = { type: 'SectionChanged.v1', data: { ...newsWithRules, before: news.data } } as const;
    given(structure, news).when({ type: 'ChangeSection', section: newsWithRules }, milaContext).then(changed);
    given(structure, news, changed).when({ type: 'ChangeSection', section: newsWithRules }, milaContext).thenNothing();
    const rulesCleared = { type: 'SectionChanged.v1', data: { ...news.data, before: newsWithRules } } as const;
    given(structure, news, changed).when({ type: 'ChangeSection', section: news.data }, milaContext).then(rulesCleared);
    given(structure, news, changed, rulesCleared)
      .when({ type: 'ChangeSection', section: news.data }, milaContext)
      .thenNothing();
  });

  test("rejects renaming a section to another section's name", () => {
    const other = { type: 'SectionCreated.v1', data: buildSection(5, 'other') } as const;
    given(structure, news, other)
      .when({ type: 'ChangeSection', section: buildSection(1, 'OTHER') }, milaContext)
      .thenRefused('name-taken', 'name');
  });

  test('deletes a section only once', () => {
    const remove = { type: 'DeleteSection', sectionId: 1 } as const;
    given(structure, news).when(remove, milaContext).then(deleted);
    given(structure, news, deleted).when(remove, milaContext).thenRefused('not-found');
    given(structure).when(remove, milaContext).thenRefused('not-found');
    given(structure, news).when(remove, buildContext(anna)).thenRefused('not-found');
  });

  test('rejects duplicate entries for a role and retains entries of deleted roles', () => {
    const flags = { can_view: false, can_post: true, can_reply: true, can_delete_post: false, can_emoji_react: true };
    const place = { sectionId: 1, subsectionId: null };
    const buildEntries = (...roleIds: number[]) => roleIds.map((roleId) => ({ roleId, ...flags }));
    const set = (...roleIds: number[]) =>
      ({ type: 'SetPermissions', place, entries: buildEntries(...roleIds) }) as const satisfies StructureCommand;
    const buildSectionsOrderedEvent = (after: number[], before: number[]): StructureEvent => ({
      type: 'PermissionsSet.v1',
      data: { ...place, entries: buildEntries(...after), before: buildEntries(...before) },
    });
    given(structure, news).when(set(memberRole.id, memberRole.id), milaContext).thenRefused('role-unknown', 'role_id');
    given(structure, news, buildSectionsOrderedEvent([77], []))
      .when(set(77, memberRole.id), milaContext)
      .then(buildSectionsOrderedEvent([77, memberRole.id], [77]));
    given(structure, news, buildSectionsOrderedEvent([77], []))
      .when(set(77, 88), milaContext)
      .thenRefused('role-unknown', 'role_id');
    given(structure, news)
      .when({ ...set(88), isRestore: true }, milaContext)
      .then(buildSectionsOrderedEvent([88], []));
  });
});
