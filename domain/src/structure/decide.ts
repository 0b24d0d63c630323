import type { Decider } from '../decider.js';
import { icons } from '../icons.js';
import { can, type Actor } from '../permissions.js';
import { Refusal } from '../refusals.js';
import { refuseOtherVersion, same, requirePlace, requireSubsection } from './checks.js';
import { decidePermissions, type PermissionsCommand } from './decide-permissions.js';
import { decidePrefixes, type PrefixesCommand } from './prefixes.js';
import type { SectionData, StructureEvent, SubsectionData } from './events.js';
import {
  emptyStructure,
  evolveStructure,
  sectionsOf,
  subsectionsOf,
  type Section,
  type StructureState,
  type Subsection,
} from './state.js';

/** `ifVersion`: the version that the sender loaded; the command is refused when the current one differs. */
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
  | PrefixesCommand
  | PermissionsCommand;

/** `actor: null` is the installation itself, which creates the first sections. */
export interface StructureContext {
  actor: Actor | null;
  /** Whether the role exists now. */
  isRole: (roleId: number) => boolean;
}

/** Words that routes use themselves. */
const reservedNames = new Set(['thread', 'threads', 'new']);

export const structure: Decider<StructureState, StructureCommand, StructureEvent, StructureContext> = {
  initial: emptyStructure,
  evolve: evolveStructure,
  decide(command, state, context) {
    // Others get not-found, as everywhere in the admin area.
    if (context.actor && !can(context.actor, 'manage-structure')) throw new Refusal('not-found');
    switch (command.type) {
      case 'SetPermissions':
      case 'SetPermission':
      case 'RemovePermission':
        return decidePermissions(command, state, context.isRole);
      case 'SetPrefixes':
        return decidePrefixes(command, state);
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
      const { section } = requirePlace(state, { sectionId, subsectionId: null });
      refuseOtherVersion(section.version, command.ifVersion);
      const others = sectionsOf(state).filter((other) => other.sectionId !== sectionId);
      checkNames(command.section, others);
      const before = sectionData(section);
      if (same(before, command.section)) return [];
      return [{ type: 'SectionChanged.v1', data: { ...command.section, before } }];
    }
    case 'DeleteSection':
      requirePlace(state, { sectionId: command.sectionId, subsectionId: null });
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
      requirePlace(state, { sectionId, subsectionId: null });
      checkNames(command.subsection, subsectionsOf(state, sectionId));
      if (state.subsections.has(subsectionId)) throw new Refusal('id-in-use');
      return [{ type: 'SubsectionCreated.v1', data: command.subsection }];
    }
    case 'ChangeSubsection': {
      const subsection = requireSubsection(state, command.subsection.subsectionId);
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
      requireSubsection(state, command.subsectionId);
      return [{ type: 'SubsectionDeleted.v1', data: { subsectionId: command.subsectionId } }];
    case 'RestoreSubsection': {
      const subsection = state.subsections.get(command.subsectionId);
      if (!subsection) throw new Refusal('not-found');
      requirePlace(state, { sectionId: subsection.sectionId, subsectionId: null });
      if (!subsection.deleted) return [];
      checkNames(subsection, subsectionsOf(state, subsection.sectionId));
      return [{ type: 'SubsectionRestored.v1', data: { subsectionId: command.subsectionId } }];
    }
    case 'OrderSubsections': {
      const { sectionId, subsectionIds } = command;
      requirePlace(state, { sectionId, subsectionId: null });
      const before = subsectionsOf(state, sectionId).map(({ subsectionId }) => subsectionId);
      if (!newOrder(before, subsectionIds)) return [];
      return [{ type: 'SubsectionsOrdered.v1', data: { sectionId, subsectionIds, before } }];
    }
  }
}

/**
 * Whether it differs. @throws Refusal where it does not name each of them exactly once: one was created or deleted in
 * the meantime
 */
function newOrder(before: readonly number[], after: readonly number[]): boolean {
  const named = new Set(after);
  const everyOnce = after.length === named.size && before.length === named.size && before.every((id) => named.has(id));
  if (!everyOnce) throw new Refusal('changed-since');
  return !same(before, after);
}

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

/**
 * Names and display names are unique together, ignoring case: among sections, and among the subsections of a section.
 */
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
