import type { Decider } from '../decider.js';
import { icons } from '../icons.js';
import { can, type Actor, type PermissionEntry } from '../permissions.js';
import { Refusal } from '../refusals.js';
import type { SectionData, StructureEvent, SubsectionData } from './events.js';
import {
  emptyStructure,
  entriesIn,
  entryIdOf,
  evolveStructure,
  placeIn,
  placesOf,
  sectionsOf,
  subsectionsOf,
  type Place,
  type Section,
  type StructureState,
  type Subsection,
} from './state.js';

/** `ifVersion`: what the sender has seen; the command is refused when something else stands there now. */
export type StructureCommand =
  | { type: 'CreateSection'; section: SectionData }
  | { type: 'ChangeSection'; section: SectionData; ifVersion?: number | undefined }
  | { type: 'DeleteSection'; sectionId: number }
  | { type: 'RestoreSection'; sectionId: number }
  | { type: 'OrderSections'; sectionIds: number[] }
  | { type: 'CreateSubsection'; subsection: SubsectionData }
  | { type: 'ChangeSubsection'; subsection: Omit<SubsectionData, 'sectionId'>; ifVersion?: number | undefined }
  | { type: 'DeleteSubsection'; subsectionId: number }
  | { type: 'RestoreSubsection'; subsectionId: number }
  | { type: 'OrderSubsections'; sectionId: number; subsectionIds: number[] }
  /** `asBefore`: the entries stood here once, perhaps for a role that has been deleted since. */
  | {
      type: 'SetPermissions';
      place: Place;
      entries: PermissionEntry[];
      ifVersion?: number | undefined;
      asBefore?: true;
    }
  /** One entry of the matrix, set or (`null`) taken out: the others are left as they stand. */
  | { type: 'SetPermission'; place: Place; roleId: number; entry: PermissionEntry | null }
  /** The same by the entry's own id. */
  | { type: 'RemovePermission'; entryId: number };

/** `actor: null` is the installation itself, which makes the first sections. */
export interface StructureFacts {
  actor: Actor | null;
  /** Whether there is such a role now. */
  isRole: (roleId: number) => boolean;
}

/** Words that routes use for themselves. */
const reservedNames = new Set(['thread', 'threads', 'new']);

export const structure: Decider<StructureState, StructureCommand, StructureEvent, StructureFacts> = {
  initial: emptyStructure,
  evolve: evolveStructure,
  decide(command, state, facts) {
    // Others are told that there is no such page, as everywhere in the admin area.
    if (facts.actor && !can(facts.actor, 'manage-structure')) throw new Refusal('not-found');
    switch (command.type) {
      case 'SetPermissions':
        return setPermissions(command, state, facts);
      case 'SetPermission':
        return setPermission(command, state, facts);
      case 'RemovePermission': {
        const named = entriesIn(state, placesOf(state)).find(
          ({ place, entry }) => entryIdOf(place, entry.roleId) === command.entryId,
        );
        if (!named) throw new Refusal('not-found');
        const { place, entry } = named;
        return setPermission({ type: 'SetPermission', place, roleId: entry.roleId, entry: null }, state, facts);
      }
      case 'CreateSection':
      case 'ChangeSection':
      case 'DeleteSection':
      case 'RestoreSection':
      case 'OrderSections':
        return decideSection(command, state);
      default:
        return decideSubsection(command, state);
    }
  },
};

type Command<T extends StructureCommand['type']> = Extract<StructureCommand, { type: T }>;

function decideSection(
  command: Command<'CreateSection' | 'ChangeSection' | 'DeleteSection' | 'RestoreSection' | 'OrderSections'>,
  state: Readonly<StructureState>,
): StructureEvent[] {
  switch (command.type) {
    case 'CreateSection':
      checkNames(command.section, sectionsOf(state));
      if (state.sections.has(command.section.sectionId)) throw new Refusal('id-in-use');
      return [{ type: 'SectionCreated.v1', data: command.section }];
    case 'ChangeSection': {
      const { sectionId } = command.section;
      const { section } = standing(state, { sectionId, subsectionId: null });
      refuseOtherVersion(section.version, command.ifVersion);
      const others = sectionsOf(state).filter((other) => other.sectionId !== sectionId);
      checkNames(command.section, others);
      const before = sectionData(section);
      if (same(before, command.section)) return [];
      return [{ type: 'SectionChanged.v1', data: { ...command.section, before } }];
    }
    case 'DeleteSection':
      standing(state, { sectionId: command.sectionId, subsectionId: null });
      return [{ type: 'SectionDeleted.v1', data: { sectionId: command.sectionId } }];
    case 'RestoreSection': {
      const section = state.sections.get(command.sectionId);
      if (!section) throw new Refusal('not-found');
      if (!section.deleted) return [];
      checkNames(section, sectionsOf(state));
      return [{ type: 'SectionRestored.v1', data: { sectionId: command.sectionId } }];
    }
    case 'OrderSections': {
      const { sectionIds } = command;
      const before = sectionsOf(state).map(({ sectionId }) => sectionId);
      return newOrder(before, sectionIds) ? [{ type: 'SectionsOrdered.v1', data: { sectionIds, before } }] : [];
    }
  }
}

function decideSubsection(
  command: Command<
    'CreateSubsection' | 'ChangeSubsection' | 'DeleteSubsection' | 'RestoreSubsection' | 'OrderSubsections'
  >,
  state: Readonly<StructureState>,
): StructureEvent[] {
  switch (command.type) {
    case 'CreateSubsection': {
      const { subsectionId, sectionId } = command.subsection;
      standing(state, { sectionId, subsectionId: null });
      checkNames(command.subsection, subsectionsOf(state, sectionId));
      if (state.subsections.has(subsectionId)) throw new Refusal('id-in-use');
      return [{ type: 'SubsectionCreated.v1', data: command.subsection }];
    }
    case 'ChangeSubsection': {
      const subsection = standingSubsection(state, command.subsection.subsectionId);
      const { sectionId, subsectionId } = subsection;
      refuseOtherVersion(subsection.version, command.ifVersion);
      checkNames(
        command.subsection,
        subsectionsOf(state, sectionId).filter((other) => other.subsectionId !== subsectionId),
      );
      const before = subsectionData(subsection);
      const after = { ...command.subsection, sectionId };
      return same(before, after) ? [] : [{ type: 'SubsectionChanged.v1', data: { ...after, before } }];
    }
    case 'DeleteSubsection':
      standingSubsection(state, command.subsectionId);
      return [{ type: 'SubsectionDeleted.v1', data: { subsectionId: command.subsectionId } }];
    case 'RestoreSubsection': {
      const subsection = state.subsections.get(command.subsectionId);
      if (!subsection) throw new Refusal('not-found');
      standing(state, { sectionId: subsection.sectionId, subsectionId: null });
      if (!subsection.deleted) return [];
      checkNames(subsection, subsectionsOf(state, subsection.sectionId));
      return [{ type: 'SubsectionRestored.v1', data: { subsectionId: command.subsectionId } }];
    }
    case 'OrderSubsections': {
      const { sectionId, subsectionIds } = command;
      standing(state, { sectionId, subsectionId: null });
      const before = subsectionsOf(state, sectionId).map(({ subsectionId }) => subsectionId);
      if (!newOrder(before, subsectionIds)) return [];
      return [{ type: 'SubsectionsOrdered.v1', data: { sectionId, subsectionIds, before } }];
    }
  }
}

/** Whether it differs. @throws Refusal where it does not name each of them once: somebody made or deleted one meanwhile */
function newOrder(before: readonly number[], after: readonly number[]): boolean {
  if (before.length !== after.length || new Set([...before, ...after]).size !== before.length) {
    throw new Refusal('changed-since');
  }
  return !same(before, after);
}

function refuseOtherVersion(stands: number, seen: number | undefined): void {
  if (seen !== undefined && seen !== stands) throw new Refusal('changed-since');
}

/** Both were made by the same code, field after field. */
const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, it: unknown) =>
    typeof it === 'object' && it !== null && !Array.isArray(it)
      ? Object.fromEntries(Object.entries(it).sort(([a], [b]) => (a < b ? -1 : 1)))
      : it,
  );

const sectionData = ({
  sectionId,
  name,
  displayName,
  description,
  icon,
  allowThreadsDirect,
}: Section): SectionData => ({
  sectionId,
  name,
  displayName,
  description,
  icon,
  allowThreadsDirect,
});

const subsectionData = (it: Subsection): SubsectionData => ({
  subsectionId: it.subsectionId,
  sectionId: it.sectionId,
  name: it.name,
  displayName: it.displayName,
  description: it.description,
  icon: it.icon,
});

function standing(state: Readonly<StructureState>, place: Place) {
  const found = placeIn(state, place);
  if (!found) throw new Refusal('not-found');
  return found;
}

function standingSubsection(state: Readonly<StructureState>, subsectionId: number) {
  const subsection = state.subsections.get(subsectionId);
  if (!subsection) throw new Refusal('not-found');
  standing(state, { sectionId: subsection.sectionId, subsectionId });
  return subsection;
}

/** Names and display names are unique together, without case: among sections, and among the subsections of one. */
function checkNames(
  named: { name: string; displayName: string; icon: string },
  others: readonly { name: string; displayName: string }[],
): void {
  const wanted = [named.name, named.displayName].map((name) => name.toLowerCase());
  const reserved = wanted.findIndex((name) => reservedNames.has(name));
  if (reserved >= 0) throw new Refusal('name-reserved', reserved === 0 ? 'name' : 'display_name');
  if (!Object.hasOwn(icons, named.icon)) throw new Refusal('icon-unknown', 'icon');
  const taken = new Set(others.flatMap(({ name, displayName }) => [name.toLowerCase(), displayName.toLowerCase()]));
  if (wanted.some((name) => taken.has(name))) throw new Refusal('name-taken', 'name');
}

function setPermissions(
  { place, entries, ifVersion, asBefore }: Command<'SetPermissions'>,
  state: Readonly<StructureState>,
  { isRole }: StructureFacts,
): StructureEvent[] {
  const { section, subsection } = standing(state, place);
  const { entries: before, entriesVersion } = subsection ?? section;
  refuseOtherVersion(entriesVersion, ifVersion);
  const roles = entries.map((entry) => entry.roleId);
  // An entry of a role that has been deleted since may stay: it says something again when the role is restored.
  const known = (roleId: number) => asBefore || isRole(roleId) || before.some((entry) => entry.roleId === roleId);
  if (!roles.every(known) || new Set(roles).size < roles.length) throw new Refusal('role-unknown', 'role_id');
  if (same(before, entries)) return [];
  return [{ type: 'PermissionsSet.v1', data: { ...place, entries, before } }];
}

function setPermission(
  { place, roleId, entry }: Command<'SetPermission'>,
  state: Readonly<StructureState>,
  facts: StructureFacts,
): StructureEvent[] {
  const { section, subsection } = standing(state, place);
  const others = (subsection ?? section).entries.filter((it) => it.roleId !== roleId);
  return setPermissions({ type: 'SetPermissions', place, entries: entry ? [...others, entry] : others }, state, facts);
}
