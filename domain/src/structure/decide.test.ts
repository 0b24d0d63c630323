import { describe, test } from 'vitest';
import type { Actor } from '../permissions.js';
import { adminRole, guestRole, memberRole } from '../roles.js';
import { given } from '../testing/given.js';
import { anna, mila, guestActor } from '../testing/people.js';
import { structure, type StructureCommand } from './decide.js';
import type { SectionData, StructureEvent, SubsectionData } from './events.js';
import { suggestPlaceName } from './names.js';

const section = (sectionId: number, name: string, change: Partial<SectionData> = {}): SectionData => ({
  sectionId,
  name,
  displayName: name,
  description: '',
  icon: 'default',
  allowThreadsDirect: true,
  ...change,
});
const subsection = (subsectionId: number, sectionId: number, name: string): SubsectionData => ({
  subsectionId,
  sectionId,
  name,
  displayName: name,
  description: '',
  icon: 'default',
});
const news = { type: 'SectionCreated.v1', data: section(1, 'news', { displayName: 'News' }) } as const;
const builds = { type: 'SubsectionCreated.v1', data: subsection(2, 1, 'builds') } as const;
const isRole = (roleId: number) => roleId === adminRole.id || roleId === memberRole.id;
const by = (actor: Actor | null) => ({ actor, isRole });
const byMila = by(mila);
const deleted = { type: 'SectionDeleted.v1', data: { sectionId: 1 } } as const;

describe('structure decider', () => {
  test('only Admins and the installation can change the structure', () => {
    const create = { type: 'CreateSection', section: section(1, 'x') } as const;
    given(structure).when(create, byMila).then({ type: 'SectionCreated.v1', data: create.section });
    given(structure).when(create, by(null)).then({ type: 'SectionCreated.v1', data: create.section });
    given(structure).when(create, by(anna)).thenRefused('not-found');
    given(structure).when(create, by(guestActor)).thenRefused('not-found');
  });

  test('rejects a new name that is invalid in an address, but accepts existing names', () => {
    const odd = { type: 'SectionCreated.v1', data: section(1, '100%') } as const;
    given(structure)
      .when({ type: 'CreateSection', section: section(9, '..') }, byMila)
      .thenRefused('name-address', 'name');
    given(structure, odd)
      .when({ type: 'ChangeSection', section: section(1, 'a/b') }, byMila)
      .thenRefused('name-address', 'name');
    const changed = section(1, '100%', { description: 'All of it.' });
    given(structure, odd)
      .when({ type: 'ChangeSection', section: changed }, byMila)
      .then({ type: 'SectionChanged.v1', data: { ...changed, before: odd.data } });
    given(structure, news)
      .when({ type: 'CreateSection', section: section(9, 'Ｎｅｗｓ') }, byMila)
      .thenRefused('name-taken', 'name');
  });

  test('section names and display names must be unique, ignoring case', () => {
    const create = (data: SectionData) => ({ type: 'CreateSection', section: data }) as const;
    given(structure, news)
      .when(create(section(9, 'NEWS')), byMila)
      .thenRefused('name-taken', 'name');
    given(structure, news)
      .when(create(section(9, 'x', { displayName: 'nEws' })), byMila)
      .thenRefused('name-taken', 'display_name');
    given(structure, news, deleted)
      .when(create(section(9, 'news')), byMila)
      .then({ ...news, data: section(9, 'news') });
    given(structure)
      .when(create(section(9, 'Thread')), byMila)
      .thenRefused('name-reserved', 'name');
    given(structure)
      .when(create(section(9, 'new', { displayName: 'New' })), byMila)
      .thenRefused('name-reserved', 'name');
    for (const icon of ['toString', 'toString2', '']) {
      given(structure)
        .when(create(section(9, 'x', { icon })), byMila)
        .thenRefused('icon-unknown', 'icon');
    }
  });

  test('accepts changes to a section that keeps its name', () => {
    const change = { type: 'ChangeSection', section: section(1, 'news', { description: 'all of it' }) } as const;
    given(structure, news)
      .when(change, byMila)
      .then({ type: 'SectionChanged.v1', data: { ...change.section, before: news.data } });
    given(structure, news, deleted).when(change, byMila).thenRefused('not-found');
  });

  test('subsections can only be created and deleted in existing sections', () => {
    const create = { type: 'CreateSubsection', subsection: subsection(2, 1, 'builds') } as const;
    given(structure, news).when(create, byMila).then(builds);
    given(structure).when(create, byMila).thenRefused('not-found');
    given(structure, news, builds)
      .when({ type: 'DeleteSubsection', subsectionId: 2 }, byMila)
      .then({
        type: 'SubsectionDeleted.v1',
        data: { subsectionId: 2 },
      });
    given(structure, news, builds, deleted)
      .when({ type: 'DeleteSubsection', subsectionId: 2 }, byMila)
      .thenRefused('not-found');
  });

  test('saving permission entries replaces all entries of a place and rejects unknown roles', () => {
    const flags = { can_view: false, can_post: true, can_reply: true, can_delete_post: false, can_emoji_react: true };
    const place = { sectionId: 1, subsectionId: null };
    const set = (roleId: number): StructureCommand => ({
      type: 'SetPermissions',
      place,
      entries: [{ roleId, ...flags }],
    });
    const entries = [{ roleId: memberRole.id, ...flags }];
    const done: StructureEvent = { type: 'PermissionsSet.v1', data: { ...place, entries, before: [] } };
    given(structure, news).when(set(memberRole.id), byMila).then(done);
    given(structure, news, done).when(set(memberRole.id), byMila).thenNothing();
    given(structure, news).when(set(4711), byMila).thenRefused('role-unknown');
    given(structure, news, done)
      .when({ type: 'SetPermissions', place, entries: [] }, byMila)
      .then({ type: 'PermissionsSet.v1', data: { ...place, entries: [], before: entries } });
    given(structure, news)
      .when(set(adminRole.id), byMila)
      .then({
        type: 'PermissionsSet.v1',
        data: { ...place, entries: [{ roleId: adminRole.id, ...flags }], before: [] },
      });
  });

  test('permission entries of guests can only grant viewing', () => {
    const none = { can_view: false, can_post: false, can_reply: false, can_delete_post: false, can_emoji_react: false };
    const place = { sectionId: 1, subsectionId: null };
    const set = (flags: Partial<typeof none>, isRestore?: true): StructureCommand => ({
      type: 'SetPermissions',
      place,
      entries: [{ roleId: guestRole.id, ...none, ...flags }],
      ...(isRestore && { isRestore }),
    });
    const permissionsSet = (can_view: boolean): StructureEvent => ({
      type: 'PermissionsSet.v1',
      data: { ...place, entries: [{ roleId: guestRole.id, ...none, can_view }], before: [] },
    });
    given(structure, news).when(set({}), byMila).then(permissionsSet(false));
    given(structure, news)
      .when(set({ can_view: true }), byMila)
      .then(permissionsSet(true));
    for (const flag of ['can_post', 'can_reply', 'can_delete_post', 'can_emoji_react']) {
      given(structure, news)
        .when(set({ can_view: true, [flag]: true }), byMila)
        .thenRefused('guests-only-view', flag);
      given(structure, news)
        .when(set({ [flag]: true }, true), byMila)
        .thenRefused('guests-only-view', flag);
    }
  });

  test('rejects a section name or display name that another section already uses', () => {
    const harbour = { type: 'SectionCreated.v1', data: section(5, 'harbour', { displayName: 'The quay' }) } as const;
    for (const [data, field] of [
      [section(9, 'the quay', { displayName: 'Boats' }), 'name'],
      [section(9, 'boats', { displayName: 'Harbour' }), 'display_name'],
    ] as const) {
      given(structure, harbour).when({ type: 'CreateSection', section: data }, byMila).thenRefused('name-taken', field);
    }
  });

  test.each(['New', 'Thread', 'Threads', 'feed.atom'])(
    'accepts its own suggestion as a section name: %j',
    (displayName) => {
      const data = section(9, suggestPlaceName(displayName), { displayName });
      given(structure).when({ type: 'CreateSection', section: data }, byMila).then({ type: 'SectionCreated.v1', data });
    },
  );

  test('ignores case when comparing a new name with existing names and display names', () => {
    const capitals = { type: 'SectionCreated.v1', data: section(5, 'ABC', { displayName: 'DEF' }) } as const;
    for (const name of ['abc', 'def']) {
      given(structure, capitals)
        .when({ type: 'CreateSection', section: section(9, name) }, byMila)
        .thenRefused('name-taken', 'name');
    }
  });

  test('rejects creating a section under an existing id', () => {
    given(structure, news)
      .when({ type: 'CreateSection', section: section(1, 'other') }, byMila)
      .thenRefused('id-in-use');
  });

  test('records nothing if no field of a section was changed', () => {
    given(structure, news).when({ type: 'ChangeSection', section: news.data }, byMila).thenNothing();
  });

  test('section rules can be added and removed', () => {
    const ruled = section(1, 'news', { displayName: 'News', rules: 'Be kind.' });
    const changed = { type: 'SectionChanged.v1', data: { ...ruled, before: news.data } } as const;
    given(structure, news).when({ type: 'ChangeSection', section: ruled }, byMila).then(changed);
    given(structure, news, changed).when({ type: 'ChangeSection', section: ruled }, byMila).thenNothing();
    const cleared = { type: 'SectionChanged.v1', data: { ...news.data, before: ruled } } as const;
    given(structure, news, changed).when({ type: 'ChangeSection', section: news.data }, byMila).then(cleared);
    given(structure, news, changed, cleared).when({ type: 'ChangeSection', section: news.data }, byMila).thenNothing();
  });

  test('rejects renaming a section to the name of another section', () => {
    const other = { type: 'SectionCreated.v1', data: section(5, 'other') } as const;
    given(structure, news, other)
      .when({ type: 'ChangeSection', section: section(1, 'OTHER') }, byMila)
      .thenRefused('name-taken', 'name');
  });

  test('deletes a section only once', () => {
    const remove = { type: 'DeleteSection', sectionId: 1 } as const;
    given(structure, news).when(remove, byMila).then(deleted);
    given(structure, news, deleted).when(remove, byMila).thenRefused('not-found');
    given(structure).when(remove, byMila).thenRefused('not-found');
    given(structure, news).when(remove, by(anna)).thenRefused('not-found');
  });

  test('rejects duplicate entries for a role and retains entries of deleted roles', () => {
    const flags = { can_view: false, can_post: true, can_reply: true, can_delete_post: false, can_emoji_react: true };
    const place = { sectionId: 1, subsectionId: null };
    const entries = (...roleIds: number[]) => roleIds.map((roleId) => ({ roleId, ...flags }));
    const set = (...roleIds: number[]) =>
      ({ type: 'SetPermissions', place, entries: entries(...roleIds) }) as const satisfies StructureCommand;
    const done = (now: number[], before: number[]): StructureEvent => ({
      type: 'PermissionsSet.v1',
      data: { ...place, entries: entries(...now), before: entries(...before) },
    });
    given(structure, news).when(set(memberRole.id, memberRole.id), byMila).thenRefused('role-unknown', 'role_id');
    given(structure, news, done([77], []))
      .when(set(77, memberRole.id), byMila)
      .then(done([77, memberRole.id], [77]));
    given(structure, news, done([77], []))
      .when(set(77, 88), byMila)
      .thenRefused('role-unknown', 'role_id');
    given(structure, news)
      .when({ ...set(88), isRestore: true }, byMila)
      .then(done([88], []));
  });
});
