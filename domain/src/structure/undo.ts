import type { StructureCommand } from './decide.js';
import type { StructureEvent } from './events.js';

/** The names of the state's fields that an event changes. */
export function structureFieldsOf({ type, data }: StructureEvent): string[] {
  switch (type) {
    case 'SectionCreated.v1':
    case 'SectionDeleted.v1':
    case 'SectionRestored.v1':
      return [`section ${data.sectionId}`];
    case 'SectionChanged.v1':
      return [`fields of section ${data.sectionId}`];
    case 'SectionsOrdered.v1':
      return ['order of the sections'];
    case 'SubsectionCreated.v1':
    case 'SubsectionDeleted.v1':
    case 'SubsectionRestored.v1':
      return [`subsection ${data.subsectionId}`];
    case 'SubsectionChanged.v1':
      return [`fields of subsection ${data.subsectionId}`];
    case 'SubsectionsOrdered.v1':
      return [`order of the subsections of section ${data.sectionId}`];
    case 'PrefixesSet.v1':
      return [`prefixes of section ${data.sectionId}`];
    case 'PermissionsSet.v1':
      return [
        data.subsectionId === null
          ? `permissions of section ${data.sectionId}`
          : `permissions of subsection ${data.subsectionId}`,
      ];
  }
}

/** The command that undoes an event. */
export function structureInverseOf({ type, data }: StructureEvent): StructureCommand {
  switch (type) {
    case 'SectionCreated.v1':
    case 'SectionRestored.v1':
      return { type: 'DeleteSection', sectionId: data.sectionId };
    case 'SectionDeleted.v1':
      return { type: 'RestoreSection', sectionId: data.sectionId };
    case 'SectionChanged.v1':
      return { type: 'ChangeSection', section: data.before };
    case 'SectionsOrdered.v1':
      return { type: 'OrderSections', sectionIds: data.before };
    case 'SubsectionCreated.v1':
    case 'SubsectionRestored.v1':
      return { type: 'DeleteSubsection', subsectionId: data.subsectionId };
    case 'SubsectionDeleted.v1':
      return { type: 'RestoreSubsection', subsectionId: data.subsectionId };
    case 'SubsectionChanged.v1':
      return { type: 'ChangeSubsection', subsection: subsectionOf(data.before) };
    case 'SubsectionsOrdered.v1':
      return { type: 'OrderSubsections', sectionId: data.sectionId, subsectionIds: data.before };
    case 'PrefixesSet.v1':
      return { type: 'SetPrefixes', sectionId: data.sectionId, prefixes: data.before, created: [] };
    case 'PermissionsSet.v1': {
      const { sectionId, subsectionId, before } = data;
      return { type: 'SetPermissions', place: { sectionId, subsectionId }, entries: before, isRestore: true };
    }
  }
}

const subsectionOf = ({ sectionId: _, ...fields }: { sectionId: number } & SubsectionFields): SubsectionFields =>
  fields;
type SubsectionFields = Extract<StructureCommand, { type: 'ChangeSubsection' }>['subsection'];
