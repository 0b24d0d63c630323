import { describe, expect, test } from 'vitest';
import { adminRole, memberRole } from '../roles.js';
import { given } from '../testing/given.js';
import { anna, mila } from '../testing/people.js';
import { structure, type StructureCommand } from './decide.js';
import type { StructureEvent } from './events.js';
import { deriveEntryId, listSections, listSubsections } from './state.js';

const buildNamedFields = (name: string) => ({ name, displayName: name, description: '', icon: 'default' });
const buildSection = (sectionId: number, name: string) => ({
  sectionId,
  ...buildNamedFields(name),
  allowThreadsDirect: true,
});
const buildCreatedEvent = (sectionId: number, name: string): StructureEvent => ({
  type: 'SectionCreated.v1',
  data: buildSection(sectionId, name),
});
const buildSubsectionCreated = (sectionId: number, subsectionId: number, name: string): StructureEvent => ({
  type: 'SubsectionCreated.v1',
  data: { subsectionId, sectionId, ...buildNamedFields(name) },
});
const buildSectionDeletedEvent = (sectionId: number): StructureEvent => ({
  type: 'SectionDeleted.v1',
  data: { sectionId },
});
const milaContext = { actor: mila, isRole: (roleId: number) => roleId === adminRole.id || roleId === memberRole.id };
const annaContext = { ...milaContext, actor: anna };
const [a, b, c] = [buildCreatedEvent(1, 'a'), buildCreatedEvent(2, 'b'), buildCreatedEvent(3, 'c')];
const foldEvents = (...events: StructureEvent[]) =>
  events.reduce((state, event) => structure.evolve(state, event), structure.initial());

describe('restoring a deleted place', () => {
  const restore: StructureCommand = { type: 'RestoreSection', sectionId: 1 };
  const sectionRestored: StructureEvent = { type: 'SectionRestored.v1', data: { sectionId: 1 } };

  test('a deleted section can be restored only if its name is still unused', () => {
    given(structure, a, buildSectionDeletedEvent(1)).when(restore, milaContext).then(sectionRestored);
    given(structure, a).when(restore, milaContext).thenNothing();
    given(structure).when(restore, milaContext).thenRefused('not-found');
    given(structure, a, buildSectionDeletedEvent(1), buildCreatedEvent(9, 'A'))
      .when(restore, milaContext)
      .thenRefused('name-taken');
    given(structure, a, buildSectionDeletedEvent(1)).when(restore, annaContext).thenRefused('not-found');
  });

  test('a deleted subsection can be restored only if its section exists and its name is unused', () => {
    const subsectionCreated = buildSubsectionCreated(1, 5, 'in');
    const subsectionDeleted: StructureEvent = { type: 'SubsectionDeleted.v1', data: { subsectionId: 5 } };
    const back: StructureCommand = { type: 'RestoreSubsection', subsectionId: 5 };
    given(structure, a, subsectionCreated, subsectionDeleted)
      .when(back, milaContext)
      .then({ type: 'SubsectionRestored.v1', data: { subsectionId: 5 } });
    given(structure, a, subsectionCreated).when(back, milaContext).thenNothing();
    given(structure, a, subsectionCreated, subsectionDeleted, buildSectionDeletedEvent(1))
      .when(back, milaContext)
      .thenRefused('not-found');
    given(structure, a, subsectionCreated, subsectionDeleted, buildSubsectionCreated(1, 6, 'IN'))
      .when(back, milaContext)
      .thenRefused('name-taken');
  });
});

describe('ordering sections', () => {
  const orderSections = (...sectionIds: number[]): StructureCommand => ({ type: 'OrderSections', sectionIds });

  test('rejects a section order that does not contain every existing section exactly once', () => {
    given(structure, a, b, c)
      .when(orderSections(3, 1, 2), milaContext)
      .then({ type: 'SectionsOrdered.v1', data: { sectionIds: [3, 1, 2], before: [1, 2, 3] } });
    given(structure, a, b, c)
      .when(orderSections(1, 2, 3), milaContext)
      .thenNothing();
    given(structure, a, b, c).when(orderSections(3, 1), milaContext).thenRefused('changed-since');
    given(structure, a, b, c)
      .when(orderSections(3, 1, 1), milaContext)
      .thenRefused('changed-since');
    given(structure, a, b, c)
      .when(orderSections(3, 1, 2, 3), milaContext)
      .thenRefused('changed-since');
    given(structure, a, b, c, buildSectionDeletedEvent(2))
      .when(orderSections(3, 1, 2), milaContext)
      .thenRefused('changed-since');
    given(structure, a, b, c)
      .when(orderSections(3, 1, 2), annaContext)
      .thenRefused('not-found');
  });

  test('lists sections in the saved order and preserves the positions of deleted sections', () => {
    const sectionsOrdered: StructureEvent = {
      type: 'SectionsOrdered.v1',
      data: { sectionIds: [3, 1], before: [1, 3] },
    };
    const state = foldEvents(a, b, c, buildSectionDeletedEvent(2), sectionsOrdered, {
      type: 'SectionRestored.v1',
      data: { sectionId: 2 },
    });
    expect(listSections(state).map(({ sectionId }) => sectionId)).toEqual([3, 2, 1]);
  });

  test('reorders subsections only within a single section', () => {
    const events = [
      a,
      b,
      buildSubsectionCreated(1, 5, 'x'),
      buildSubsectionCreated(2, 6, 'x'),
      buildSubsectionCreated(1, 7, 'y'),
    ];
    const reorder = (...subsectionIds: number[]): StructureCommand => ({
      type: 'OrderSubsections',
      sectionId: 1,
      subsectionIds,
    });
    const permissionsSet: StructureEvent = {
      type: 'SubsectionsOrdered.v1',
      data: { sectionId: 1, subsectionIds: [7, 5], before: [5, 7] },
    };
    given(structure, ...events)
      .when(reorder(7, 5), milaContext)
      .then(permissionsSet);
    given(structure, ...events)
      .when(reorder(7, 6), milaContext)
      .thenRefused('changed-since');
    expect(listSubsections(foldEvents(...events, permissionsSet), 1).map(({ subsectionId }) => subsectionId)).toEqual([
      7, 5,
    ]);
    given(structure, a, buildSectionDeletedEvent(1)).when(reorder(), milaContext).thenRefused('not-found');
  });
});

const flags = { can_view: false, can_post: true, can_reply: true, can_delete_post: false, can_emoji_react: true };
const createEntry = (roleId: number) => ({ roleId, ...flags });
const place = { sectionId: 1, subsectionId: null };
const buildPermissionsSet = (entries: number[], before: number[]): StructureEvent => ({
  type: 'PermissionsSet.v1',
  data: { ...place, entries: entries.map(createEntry), before: before.map(createEntry) },
});

describe('changing a single permission entry', () => {
  const setPermission = (roleId: number): StructureCommand => ({
    type: 'SetPermission',
    place,
    roleId,
    entry: createEntry(roleId),
  });
  const take = (roleId: number): StructureCommand => ({
    type: 'RemovePermission',
    entryId: deriveEntryId(place, roleId),
  });

  test('adds a permission entry to existing ones without duplicates', () => {
    given(structure, a)
      .when(setPermission(2), milaContext)
      .then(buildPermissionsSet([2], []));
    given(structure, a, buildPermissionsSet([2], []))
      .when(setPermission(1), milaContext)
      .then(buildPermissionsSet([2, 1], [2]));
    given(structure, a, buildPermissionsSet([2], []))
      .when(setPermission(2), milaContext)
      .thenNothing();
    given(structure, a).when(setPermission(77), milaContext).thenRefused('role-unknown');
    given(structure, a).when(setPermission(2), annaContext).thenRefused('not-found');
    given(structure).when(setPermission(2), milaContext).thenRefused('not-found');
  });

  test('removes a permission entry by its id, which is unique to its place and role', () => {
    given(structure, a, buildPermissionsSet([2, 1], []))
      .when(take(2), milaContext)
      .then(buildPermissionsSet([1], [2, 1]));
    given(structure, a, buildPermissionsSet([2, 1], []))
      .when(take(1), milaContext)
      .then(buildPermissionsSet([2], [2, 1]));
    given(structure, a).when(take(2), milaContext).thenRefused('not-found');
    given(structure, a, buildPermissionsSet([2], []), buildSectionDeletedEvent(1))
      .when(take(2), milaContext)
      .thenRefused('not-found');
    const ids = [place, { sectionId: 2, subsectionId: null }, { sectionId: 9, subsectionId: 1 }].flatMap(
      (currentPlace) => [deriveEntryId(currentPlace, 1), deriveEntryId(currentPlace, 2)],
    );
    expect(new Set(ids).size).toBe(6);
    expect(deriveEntryId({ sectionId: 9, subsectionId: 1 }, 1)).toBe(
      deriveEntryId({ sectionId: 8, subsectionId: 1 }, 1),
    );
  });
});

describe('editing an outdated version of a place', () => {
  test('rejects changes based on an outdated version of a section or subsection', () => {
    const changeTo = (name: string, ifVersion?: number): StructureCommand => ({
      type: 'ChangeSection',
      section: buildSection(1, name),
      ifVersions: ifVersion === undefined ? undefined : [ifVersion],
    });
    const changed: StructureEvent = {
      type: 'SectionChanged.v1',
      data: { ...buildSection(1, 'z'), before: buildSection(1, 'a') },
    };
    given(structure, a).when(changeTo('z', 1), milaContext).then(changed);
    given(structure, a, changed).when(changeTo('y', 1), milaContext).thenRefused('changed-since');
    given(structure, a, changed)
      .when(changeTo('y', 2), milaContext)
      .then({ type: 'SectionChanged.v1', data: { ...buildSection(1, 'y'), before: buildSection(1, 'z') } });
    given(structure, a, buildSubsectionCreated(1, 5, 'in'))
      .when(
        { type: 'ChangeSubsection', subsection: { subsectionId: 5, ...buildNamedFields('x') }, ifVersions: [2] },
        milaContext,
      )
      .thenRefused('changed-since');
  });

  test('rejects permission entries based on an outdated version', () => {
    const save = (ifVersion: number): StructureCommand => ({
      type: 'SetPermissions',
      place,
      entries: [createEntry(1)],
      ifVersions: [ifVersion],
    });
    given(structure, a)
      .when(save(1), milaContext)
      .then(buildPermissionsSet([1], []));
    given(structure, a, buildPermissionsSet([2], []))
      .when(save(1), milaContext)
      .thenRefused('changed-since');
    given(structure, a, buildPermissionsSet([2], []))
      .when(save(2), milaContext)
      .then(buildPermissionsSet([1], [2]));
  });
});
