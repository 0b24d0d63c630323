import type { Decider } from '../decider.js';
import { icons } from '../icons.js';
import { can, flagsOf, type Actor, type PermissionEntry } from '../permissions.js';
import { Refusal } from '../refusals.js';
import { adminRole, memberRole } from '../roles.js';
import type { SectionData, StructureEvent, SubsectionData } from './events.js';
import { emptyStructure, evolveStructure, placeIn, type Place, type StructureState } from './state.js';

export type StructureCommand =
  | { type: 'CreateSection'; section: SectionData }
  | { type: 'ChangeSection'; section: SectionData }
  | { type: 'DeleteSection'; sectionId: number }
  | { type: 'CreateSubsection'; subsection: SubsectionData }
  | { type: 'ChangeSubsection'; subsection: Omit<SubsectionData, 'sectionId'> }
  | { type: 'DeleteSubsection'; subsectionId: number }
  | { type: 'SetPermissions'; place: Place; entries: PermissionEntry[] };

/** `actor: null` is the installation itself, which makes the first sections. */
export interface StructureFacts {
  actor: Actor | null;
}

/** Words that routes use for themselves. */
const reservedNames = new Set(['thread', 'threads', 'new']);

export const structure: Decider<StructureState, StructureCommand, StructureEvent, StructureFacts> = {
  initial: emptyStructure,
  evolve: evolveStructure,

  decide(command, state, { actor }) {
    if (actor) refuseUnlessAdmin(actor);
    switch (command.type) {
      case 'CreateSection':
        checkNames(state, command.section, {});
        if (state.sections.has(command.section.sectionId)) throw new Refusal('id-in-use');
        return [{ type: 'SectionCreated.v1', data: command.section }];
      case 'ChangeSection': {
        const { section } = standing(state, { sectionId: command.section.sectionId, subsectionId: null });
        checkNames(state, command.section, { sectionId: section.sectionId });
        return [{ type: 'SectionChanged.v1', data: command.section }];
      }
      case 'DeleteSection':
        standing(state, { sectionId: command.sectionId, subsectionId: null });
        return [{ type: 'SectionDeleted.v1', data: { sectionId: command.sectionId } }];
      case 'CreateSubsection':
        standing(state, { sectionId: command.subsection.sectionId, subsectionId: null });
        checkNames(state, command.subsection, { within: command.subsection.sectionId });
        if (state.subsections.has(command.subsection.subsectionId)) throw new Refusal('id-in-use');
        return [{ type: 'SubsectionCreated.v1', data: command.subsection }];
      case 'ChangeSubsection': {
        const { subsectionId } = command.subsection;
        const { sectionId } = standingSubsection(state, subsectionId);
        checkNames(state, command.subsection, { within: sectionId, subsectionId });
        return [{ type: 'SubsectionChanged.v1', data: { ...command.subsection, sectionId } }];
      }
      case 'DeleteSubsection':
        standingSubsection(state, command.subsectionId);
        return [{ type: 'SubsectionDeleted.v1', data: { subsectionId: command.subsectionId } }];
      case 'SetPermissions':
        return setPermissions(state, command.place, command.entries);
    }
  },
};

function refuseUnlessAdmin(actor: Actor): void {
  const flags = flagsOf(actor, { section: [], subsection: null });
  // Others are told that there is no such page, as everywhere in the admin area.
  if (!can(actor, 'manage-structure', { flags })) throw new Refusal('not-found');
}

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
  state: Readonly<StructureState>,
  named: { name: string; displayName: string; icon: string },
  self: { sectionId?: number; within?: number; subsectionId?: number },
): void {
  const wanted = [named.name, named.displayName].map((name) => name.toLowerCase());
  const reserved = wanted.findIndex((name) => reservedNames.has(name));
  if (reserved >= 0) throw new Refusal('name-reserved', reserved === 0 ? 'name' : 'display_name');
  if (!Object.hasOwn(icons, named.icon)) throw new Refusal('icon-unknown', 'icon');
  const others =
    self.within === undefined
      ? [...state.sections.values()].filter((section) => section.sectionId !== self.sectionId)
      : [...state.subsections.values()].filter(
          (sub) => sub.sectionId === self.within && sub.subsectionId !== self.subsectionId,
        );
  const taken = new Set(
    others
      .filter((thing) => !thing.deleted)
      .flatMap((thing) => [thing.name.toLowerCase(), thing.displayName.toLowerCase()]),
  );
  if (wanted.some((name) => taken.has(name))) throw new Refusal('name-taken', 'name');
}

function setPermissions(state: Readonly<StructureState>, place: Place, entries: PermissionEntry[]): StructureEvent[] {
  const { section, subsection } = standing(state, place);
  const roles = entries.map((entry) => entry.roleId);
  const known = roles.every((role) => role === adminRole.id || role === memberRole.id);
  if (!known || new Set(roles).size < roles.length) throw new Refusal('role-unknown', 'role_id');
  const before = (subsection ?? section).entries;
  if (JSON.stringify(before) === JSON.stringify(entries)) return [];
  return [{ type: 'PermissionsSet.v1', data: { ...place, entries, before } }];
}
