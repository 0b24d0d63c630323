import type { PermissionEntry, PlaceEntries } from '../permissions.js';
import type { SectionData, StructureEvent, SubsectionData } from './events.js';

export interface Section extends SectionData {
  deleted: boolean;
  entries: PermissionEntry[];
}

export interface Subsection extends SubsectionData {
  deleted: boolean;
  entries: PermissionEntry[];
}

/** Sections and subsections in the order of their creation, deleted ones kept: their threads return with them. */
export interface StructureState {
  sections: Map<number, Section>;
  subsections: Map<number, Subsection>;
}

/** A section, or a subsection in it. */
export interface Place {
  sectionId: number;
  subsectionId: number | null;
}

export const emptyStructure = (): StructureState => ({ sections: new Map(), subsections: new Map() });

/** Folds in place: the structure is one small stream, and its fold is owned by whoever reads the stream. */
export function evolveStructure(state: StructureState, event: StructureEvent): StructureState {
  switch (event.type) {
    case 'SectionCreated.v1':
      state.sections.set(event.data.sectionId, { ...event.data, deleted: false, entries: [] });
      return state;
    case 'SectionChanged.v1':
      return changeIn(state.sections, event.data.sectionId, event.data, state);
    case 'SectionDeleted.v1':
      return changeIn(state.sections, event.data.sectionId, { deleted: true }, state);
    case 'SubsectionCreated.v1':
      state.subsections.set(event.data.subsectionId, { ...event.data, deleted: false, entries: [] });
      return state;
    case 'SubsectionChanged.v1':
      return changeIn(state.subsections, event.data.subsectionId, event.data, state);
    case 'SubsectionDeleted.v1':
      return changeIn(state.subsections, event.data.subsectionId, { deleted: true }, state);
    case 'PermissionsSet.v1': {
      const { sectionId, subsectionId, entries } = event.data;
      return subsectionId === null
        ? changeIn(state.sections, sectionId, { entries }, state)
        : changeIn(state.subsections, subsectionId, { entries }, state);
    }
  }
}

function changeIn<T extends object>(
  things: Map<number, T>,
  id: number,
  change: Partial<T>,
  state: StructureState,
): StructureState {
  const thing = things.get(id);
  if (thing) things.set(id, { ...thing, ...change });
  return state;
}

/** The section and subsection of a place, where both stand; null where either is missing or deleted. */
export function placeIn(
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

export function subsectionsOf(state: Readonly<StructureState>, sectionId: number): Subsection[] {
  return [...state.subsections.values()].filter((sub) => sub.sectionId === sectionId && !sub.deleted);
}

/** The entries that the permission rule asks for; null for a place that does not stand. */
export function entriesOf(state: Readonly<StructureState>, place: Place): PlaceEntries | null {
  const found = placeIn(state, place);
  return found && { section: found.section.entries, subsection: found.subsection?.entries ?? null };
}
