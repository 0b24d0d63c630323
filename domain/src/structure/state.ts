import { addFormerNames } from './former-names.js';
import { deriveCommandId, deriveAggregateId } from '../ids.js';
import type { PermissionEntry, PlaceEntries } from '../permissions.js';
import type { Prefix, SectionData, StructureEvent, SubsectionData } from './events.js';

interface SoftDeletable {
  deleted: boolean;
  entries: PermissionEntry[];
  /**
   * `entriesVersion` counts changes to the entries, and `version` counts all others. Editors send the versions that
   * they loaded.
   */
  version: number;
  entriesVersion: number;
}
export type Section = SectionData & SoftDeletable & { prefixes: Prefix[] };
export type Subsection = SubsectionData & SoftDeletable;

/** Places are in display order. Deleted places are included because restoring one restores its threads. */
export interface StructureState {
  sections: Map<number, Section>;
  subsections: Map<number, Subsection>;
  prefixOwners: Map<number, number>;
  formerNames: Map<string, number>;
}

export interface Place {
  sectionId: number;
  subsectionId: number | null;
}

export const createStructureState = (): StructureState => ({
  sections: new Map(),
  subsections: new Map(),
  prefixOwners: new Map(),
  formerNames: new Map(),
});

const initialFields = { deleted: false, entries: [], version: 1, entriesVersion: 1 };

export function evolveStructure(state: StructureState, event: StructureEvent): StructureState {
  const { sections, subsections } = state;
  switch (event.type) {
    case 'SectionCreated.v1':
      sections.set(event.data.sectionId, { ...event.data, ...initialFields, prefixes: [] });
      break;
    case 'SectionChanged.v1': {
      const { before, ...fields } = event.data;
      addFormerNames(state, before, fields);
      change(sections, fields.sectionId, ({ version }) => ({
        ...fields,
        rules: fields.rules,
        questions: fields.questions,
        version: version + 1,
      }));
      break;
    }
    case 'SectionDeleted.v1':
    case 'SectionRestored.v1':
      change(sections, event.data.sectionId, () => ({ deleted: event.type === 'SectionDeleted.v1' }));
      break;
    case 'SectionsOrdered.v1':
      reorder(sections, event.data.sectionIds);
      break;
    case 'SubsectionCreated.v1':
      subsections.set(event.data.subsectionId, { ...event.data, ...initialFields });
      break;
    case 'SubsectionChanged.v1': {
      const { before, ...fields } = event.data;
      addFormerNames(state, before, fields);
      change(subsections, fields.subsectionId, ({ version }) => ({ ...fields, version: version + 1 }));
      break;
    }
    case 'SubsectionDeleted.v1':
    case 'SubsectionRestored.v1':
      change(subsections, event.data.subsectionId, () => ({ deleted: event.type === 'SubsectionDeleted.v1' }));
      break;
    case 'SubsectionsOrdered.v1':
      reorder(subsections, event.data.subsectionIds);
      break;
    case 'PrefixesSet.v1': {
      const { sectionId, prefixes } = event.data;
      change(sections, sectionId, () => ({ prefixes }));
      for (const { id } of prefixes) state.prefixOwners.set(id, sectionId);
      break;
    }
    case 'PermissionsSet.v1': {
      const { sectionId, subsectionId, entries } = event.data;
      const set = ({ entriesVersion }: SoftDeletable) => ({ entries, entriesVersion: entriesVersion + 1 });
      if (subsectionId === null) change(sections, sectionId, set);
      else change(subsections, subsectionId, set);
    }
  }
  return state;
}

function change<T extends SoftDeletable>(places: Map<number, T>, id: number, to: (place: T) => Partial<T>): void {
  const place = places.get(id);
  if (place) places.set(id, { ...place, ...to(place) });
}

function reorder<T>(places: Map<number, T>, ids: readonly number[]): void {
  const placesBefore = new Map(places);
  const orderedIds = ids.filter((id) => placesBefore.has(id));
  const moving = new Set(orderedIds);
  places.clear();
  for (const id of placesBefore.keys()) {
    const nextId = moving.has(id) ? (orderedIds.shift() ?? id) : id;
    const place = placesBefore.get(nextId);
    if (place) places.set(nextId, place);
  }
}

export function getPlace(
  state: Readonly<StructureState>,
  place: Place,
): { section: Section; subsection: Subsection | null } | null {
  const section = state.sections.get(place.sectionId);
  if (!section || section.deleted) return null;
  if (place.subsectionId === null) return { section, subsection: null };
  const subsection = state.subsections.get(place.subsectionId);
  if (!subsection || subsection.deleted || subsection.sectionId !== section.sectionId) return null;
  return { section, subsection };
}

export function listSections(state: Readonly<StructureState>): Section[] {
  return [...state.sections.values()].filter((section) => !section.deleted);
}

export function listSubsections(state: Readonly<StructureState>, sectionId: number): Subsection[] {
  return [...state.subsections.values()].filter((sub) => sub.sectionId === sectionId && !sub.deleted);
}

export function listPlaces(state: Readonly<StructureState>): Place[] {
  return listSections(state).flatMap(({ sectionId }) => [
    { sectionId, subsectionId: null },
    ...listSubsections(state, sectionId).map(({ subsectionId }) => ({ sectionId, subsectionId })),
  ]);
}

export function findEntries(state: Readonly<StructureState>, place: Place): PlaceEntries | null {
  const existing = getPlace(state, place);
  return existing && { section: existing.section.entries, subsection: existing.subsection?.entries ?? null };
}

/** Includes deleted places because their entries apply again once the places are restored. */
export function listAllEntries({ sections, subsections }: Readonly<StructureState>): PlaceEntries[] {
  const subsectionEntries = [...subsections.values()].flatMap(({ sectionId, entries }) => {
    const section = sections.get(sectionId);
    return section ? [{ section: section.entries, subsection: entries }] : [];
  });
  return [
    ...[...sections.values()].map(({ entries }) => ({ section: entries, subsection: null })),
    ...subsectionEntries,
  ];
}

export function getEntries(
  state: Readonly<StructureState>,
  places: readonly Place[],
): { place: Place; entry: PermissionEntry }[] {
  return places.flatMap((place) => {
    const { section, subsection } = getPlace(state, place) ?? {};
    return ((subsection ?? section)?.entries ?? []).map((entry) => ({ place, entry }));
  });
}

/** The id never changes because API clients refer to entries by it. */
export function deriveEntryId({ sectionId, subsectionId }: Place, roleId: number): number {
  const place = subsectionId === null ? `section ${sectionId}` : `subsection ${subsectionId}`;
  return deriveAggregateId(deriveCommandId(place, 'permission entry', String(roleId)));
}
