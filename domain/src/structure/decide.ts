import type { Decider } from '../decider.js';
import { can, type Actor } from '../permissions.js';
import { Refusal } from '../refusals.js';
import { isSameJson } from '../same-json.js';
import { checkNames, isNewOrder, refuseOtherVersion, requirePlace } from './checks.js';
import { decidePermissions, type PermissionsCommand } from './decide-permissions.js';
import { decideSubsection, type SubsectionCommand } from './decide-subsections.js';
import { decidePrefixes, type PrefixesCommand } from './prefixes.js';
import type { SectionData, StructureEvent } from './events.js';
import { createStructureState, evolveStructure, listSections, type Section, type StructureState } from './state.js';

/** If `ifVersions` is set, the command is refused unless this is the current version. */
export type StructureCommand =
  | { type: 'CreateSection'; section: SectionData }
  | { type: 'ChangeSection'; section: SectionData; ifVersions?: readonly number[] | undefined }
  | { type: 'DeleteSection'; sectionId: number }
  | { type: 'RestoreSection'; sectionId: number }
  | { type: 'OrderSections'; sectionIds: number[] }
  | SubsectionCommand
  | PrefixesCommand
  | PermissionsCommand;

export interface StructureContext {
  actor: Actor | null;
  isRole: (roleId: number) => boolean;
}

export const structure: Decider<StructureState, StructureCommand, StructureEvent, StructureContext> = {
  initial: createStructureState,
  evolve: evolveStructure,
  decide(command, state, context) {
    if (context.actor && !can(context.actor, 'manage-structure')) throw new Refusal('not-found');
    switch (command.type) {
      case 'SetPermissions':
      case 'SetPermission':
      case 'RemovePermission':
        return decidePermissions(command, state, context);
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
      checkNames(command.section, listSections(state));
      if (state.sections.has(command.section.sectionId)) throw new Refusal('id-in-use');
      return [{ type: 'SectionCreated.v1', data: command.section }];
    case 'ChangeSection': {
      const { sectionId } = command.section;
      const { section } = requirePlace(state, { sectionId, subsectionId: null });
      refuseOtherVersion(section.version, command.ifVersions);
      const others = listSections(state).filter((other) => other.sectionId !== sectionId);
      checkNames(command.section, others, section.name);
      const previousFields = toSectionData(section);
      if (isSameJson(previousFields, command.section)) return [];
      return [{ type: 'SectionChanged.v1', data: { ...command.section, before: previousFields } }];
    }
    case 'DeleteSection':
      requirePlace(state, { sectionId: command.sectionId, subsectionId: null });
      return [{ type: 'SectionDeleted.v1', data: { sectionId: command.sectionId } }];
    case 'RestoreSection': {
      const section = state.sections.get(command.sectionId);
      if (!section) throw new Refusal('not-found');
      if (!section.deleted) return [];
      checkNames(section, listSections(state), section.name);
      return [{ type: 'SectionRestored.v1', data: { sectionId: command.sectionId } }];
    }
    case 'OrderSections': {
      const { sectionIds } = command;
      const previousIds = listSections(state).map(({ sectionId }) => sectionId);
      return isNewOrder(previousIds, sectionIds)
        ? [{ type: 'SectionsOrdered.v1', data: { sectionIds, before: previousIds } }]
        : [];
    }
  }
}

const toSectionData = ({ deleted, entries, version, entriesVersion, prefixes, ...data }: Section): SectionData => data;
