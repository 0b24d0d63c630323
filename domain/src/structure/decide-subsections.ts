import { Refusal } from '../refusals.js';
import { isSameJson } from '../same-json.js';
import { checkNames, isNewOrder, refuseOtherVersion, requirePlace, requireSubsection } from './checks.js';
import type { StructureEvent, SubsectionData } from './events.js';
import { listSubsections, type StructureState, type Subsection } from './state.js';

export type SubsectionCommand =
  | { type: 'CreateSubsection'; subsection: SubsectionData }
  | {
      type: 'ChangeSubsection';
      subsection: Omit<SubsectionData, 'sectionId'>;
      ifVersions?: readonly number[] | undefined;
    }
  | { type: 'DeleteSubsection'; subsectionId: number }
  | { type: 'RestoreSubsection'; subsectionId: number }
  | { type: 'OrderSubsections'; sectionId: number; subsectionIds: number[] };

export function decideSubsection(command: SubsectionCommand, state: Readonly<StructureState>): StructureEvent[] {
  switch (command.type) {
    case 'CreateSubsection': {
      const { subsectionId, sectionId } = command.subsection;
      requirePlace(state, { sectionId, subsectionId: null });
      checkNames(command.subsection, listSubsections(state, sectionId));
      if (state.subsections.has(subsectionId)) throw new Refusal('id-in-use');
      return [{ type: 'SubsectionCreated.v1', data: command.subsection }];
    }
    case 'ChangeSubsection': {
      const subsection = requireSubsection(state, command.subsection.subsectionId);
      const { sectionId, subsectionId } = subsection;
      refuseOtherVersion(subsection.version, command.ifVersions);
      checkNames(
        command.subsection,
        listSubsections(state, sectionId).filter((other) => other.subsectionId !== subsectionId),
        subsection.name,
      );
      const before = toSubsectionData(subsection);
      const after = { ...command.subsection, sectionId };
      return isSameJson(before, after) ? [] : [{ type: 'SubsectionChanged.v1', data: { ...after, before } }];
    }
    case 'DeleteSubsection':
      requireSubsection(state, command.subsectionId);
      return [{ type: 'SubsectionDeleted.v1', data: { subsectionId: command.subsectionId } }];
    case 'RestoreSubsection': {
      const subsection = state.subsections.get(command.subsectionId);
      if (!subsection) throw new Refusal('not-found');
      requirePlace(state, { sectionId: subsection.sectionId, subsectionId: null });
      if (!subsection.deleted) return [];
      checkNames(subsection, listSubsections(state, subsection.sectionId), subsection.name);
      return [{ type: 'SubsectionRestored.v1', data: { subsectionId: command.subsectionId } }];
    }
    case 'OrderSubsections': {
      const { sectionId, subsectionIds } = command;
      requirePlace(state, { sectionId, subsectionId: null });
      const previousIds = listSubsections(state, sectionId).map(({ subsectionId }) => subsectionId);
      if (!isNewOrder(previousIds, subsectionIds)) return [];
      return [{ type: 'SubsectionsOrdered.v1', data: { sectionId, subsectionIds, before: previousIds } }];
    }
  }
}

const toSubsectionData = ({ deleted, entries, version, entriesVersion, ...data }: Subsection): SubsectionData => data;
