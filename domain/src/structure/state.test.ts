import { describe, expect, test } from 'vitest';
import type { PermissionEntry } from '../permissions.js';
import { structure } from './decide.js';
import type { StructureEvent } from './events.js';
import {
  getEntries,
  findEntries,
  listAllEntries,
  deriveEntryId,
  getPlace,
  listPlaces,
  listSections,
  listSubsections,
} from './state.js';

const buildNamedFields = (name: string) => ({ name, displayName: name, description: '', icon: 'default' });
const buildSectionEvent = (sectionId: number): StructureEvent => ({
  type: 'SectionCreated.v1',
  data: { sectionId, ...buildNamedFields(`s${sectionId}`), allowThreadsDirect: true },
});
const buildSubsectionEvent = (subsectionId: number, sectionId: number): StructureEvent => ({
  type: 'SubsectionCreated.v1',
  data: { subsectionId, sectionId, ...buildNamedFields(`sub${subsectionId}`) },
});
const buildEntry = (roleId: number): PermissionEntry => ({
  can_view: true,
  can_post: true,
  can_reply: false,
  can_delete_post: false,
  can_emoji_react: true,
  roleId,
});
const buildEntriesSetEvent = (
  sectionId: number,
  subsectionId: number | null,
  ...entries: PermissionEntry[]
): StructureEvent => ({
  type: 'PermissionsSet.v1',
  data: { sectionId, subsectionId, entries, before: [] },
});
const [deleteSection, restoreSection] = (['SectionDeleted.v1', 'SectionRestored.v1'] as const).map(
  (type) =>
    (sectionId: number): StructureEvent => ({ type, data: { sectionId } }),
) as [(id: number) => StructureEvent, (id: number) => StructureEvent];
const [deleteSub, restoreSub] = (['SubsectionDeleted.v1', 'SubsectionRestored.v1'] as const).map(
  (type) =>
    (subsectionId: number): StructureEvent => ({ type, data: { subsectionId } }),
) as [(id: number) => StructureEvent, (id: number) => StructureEvent];
const foldEvents = (...events: StructureEvent[]) => events.reduce(structure.evolve, structure.initial());
const place = (sectionId: number, subsectionId: number | null = null) => ({ sectionId, subsectionId });

const createdEvents = [
  buildSectionEvent(1),
  buildSectionEvent(2),
  buildSubsectionEvent(11, 1),
  buildSubsectionEvent(21, 2),
  buildSubsectionEvent(12, 1),
];

describe('structure state', () => {
  test('sections and subsections start at version 1 without permission entries', () => {
    const start = { deleted: false, entries: [], version: 1, entriesVersion: 1 };
    expect(foldEvents(buildSectionEvent(1), buildSubsectionEvent(11, 1))).toEqual({
      sections: new Map([
        [1, { sectionId: 1, ...buildNamedFields('s1'), allowThreadsDirect: true, prefixes: [], ...start }],
      ]),
      subsections: new Map([[11, { subsectionId: 11, sectionId: 1, ...buildNamedFields('sub11'), ...start }]]),
      prefixOwners: new Map(),
      formerNames: new Map(),
    });
  });

  test('counts changes to fields and to permission entries separately', () => {
    const facts = { sectionId: 1, ...buildNamedFields('renamed') };
    const changed: StructureEvent[] = [
      {
        type: 'SectionChanged.v1',
        data: { ...facts, allowThreadsDirect: false, before: { ...facts, allowThreadsDirect: true } },
      },
      {
        type: 'SubsectionChanged.v1',
        data: { ...facts, subsectionId: 11, before: { ...facts, subsectionId: 11 } },
      },
    ];
    const state = foldEvents(
      ...createdEvents,
      ...changed,
      buildEntriesSetEvent(1, 11, buildEntry(2)),
      buildEntriesSetEvent(1, 11),
    );
    expect(state.sections.get(1)).toEqual({
      ...facts,
      allowThreadsDirect: false,
      deleted: false,
      entries: [],
      version: 2,
      entriesVersion: 1,
      prefixes: [],
    });
    expect(state.subsections.get(11)).toEqual({
      ...facts,
      subsectionId: 11,
      deleted: false,
      entries: [],
      version: 2,
      entriesVersion: 3,
    });
  });

  const ofUnknown: StructureEvent[] = [
    {
      type: 'SectionChanged.v1',
      data: {
        sectionId: 9,
        ...buildNamedFields('x'),
        allowThreadsDirect: true,
        before: { sectionId: 9, ...buildNamedFields('y'), allowThreadsDirect: true },
      },
    },
    {
      type: 'SubsectionChanged.v1',
      data: {
        subsectionId: 9,
        sectionId: 1,
        ...buildNamedFields('x'),
        before: { subsectionId: 9, sectionId: 1, ...buildNamedFields('y') },
      },
    },
    deleteSection(9),
    restoreSection(9),
    deleteSub(9),
    restoreSub(9),
    buildEntriesSetEvent(9, null, buildEntry(2)),
    buildEntriesSetEvent(1, 9, buildEntry(2)),
    { type: 'SectionsOrdered.v1', data: { sectionIds: [9], before: [9] } },
    { type: 'SubsectionsOrdered.v1', data: { sectionId: 1, subsectionIds: [9], before: [9] } },
  ];
  test.each(ofUnknown)('ignores $type for an unknown id', (event) => {
    expect(foldEvents(...createdEvents, event)).toEqual(foldEvents(...createdEvents));
  });

  test('ignores unknown ids when ordering sections', () => {
    const state = foldEvents(...createdEvents, {
      type: 'SectionsOrdered.v1',
      data: { sectionIds: [9, 2, 1], before: [] },
    });
    expect(listSections(state).map(({ sectionId }) => sectionId)).toEqual([2, 1]);
  });

  test('lists a deleted subsection again after it is restored', () => {
    const listIds = (...events: StructureEvent[]) =>
      listSubsections(foldEvents(...createdEvents, ...events), 1).map(({ subsectionId }) => subsectionId);
    expect(listIds()).toEqual([11, 12]);
    expect(listIds(deleteSub(11))).toEqual([12]);
    expect(listIds(deleteSub(11), restoreSub(11))).toEqual([11, 12]);
  });
});

describe('place queries', () => {
  const initialState = foldEvents(...createdEvents);

  test('finds a section, or a subsection within its section', () => {
    const [first, sub] = [initialState.sections.get(1), initialState.subsections.get(11)];
    expect(getPlace(initialState, place(1))).toEqual({ section: first, subsection: null });
    expect(getPlace(initialState, place(1, 11))).toEqual({ section: first, subsection: sub });
  });

  test.each([
    ['the section is unknown', initialState, place(9)],
    ['the subsection is unknown', initialState, place(1, 9)],
    ['the subsection belongs to another section', initialState, place(1, 21)],
    ['the section is deleted', foldEvents(...createdEvents, deleteSection(1)), place(1)],
    ['the section of the subsection is deleted', foldEvents(...createdEvents, deleteSection(1)), place(1, 11)],
    ['the subsection is deleted', foldEvents(...createdEvents, deleteSub(11)), place(1, 11)],
  ])('does not find a place if %s', (_, state, where) => {
    expect(getPlace(state, where)).toBeNull();
    expect(findEntries(state, where)).toBeNull();
    expect(getEntries(state, [where])).toEqual([]);
  });

  test('lists each section before its subsections', () => {
    expect(listPlaces(foldEvents(...createdEvents))).toEqual([
      place(1),
      place(1, 11),
      place(1, 12),
      place(2),
      place(2, 21),
    ]);
    expect(listPlaces(foldEvents(...createdEvents, deleteSection(1), deleteSub(21)))).toEqual([place(2)]);
  });

  test("combines a subsection's permission entries with its section's", () => {
    const state = foldEvents(
      ...createdEvents,
      buildEntriesSetEvent(1, null, buildEntry(2)),
      buildEntriesSetEvent(1, 11, buildEntry(77), buildEntry(1)),
    );
    expect(findEntries(state, place(1))).toEqual({ section: [buildEntry(2)], subsection: null });
    expect(findEntries(state, place(1, 11))).toEqual({
      section: [buildEntry(2)],
      subsection: [buildEntry(77), buildEntry(1)],
    });
    expect(findEntries(state, place(1, 12))).toEqual({ section: [buildEntry(2)], subsection: [] });
    expect(getEntries(state, [place(1), place(1, 11), place(1, 12)])).toEqual([
      { place: place(1), entry: buildEntry(2) },
      { place: place(1, 11), entry: buildEntry(77) },
      { place: place(1, 11), entry: buildEntry(1) },
    ]);
  });

  test("returns no permission entries for an unknown section's subsection", () => {
    expect(listAllEntries(foldEvents(buildSubsectionEvent(11, 1), buildEntriesSetEvent(1, 11, buildEntry(2))))).toEqual(
      [],
    );
  });

  // Clients store these ids, so they must never change.
  test.each([
    [place(1), 2, 2_480_556_152_560_751],
    [place(1), 1, 788_361_528_777_176],
    [place(1, 11), 2, 632_274_045_301_481],
  ])("derives a permanent id for a role's entry in %j", (where, roleId, id) => {
    expect(deriveEntryId(where, roleId)).toBe(id);
  });
});
