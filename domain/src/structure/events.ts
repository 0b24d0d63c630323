import type { PermissionEntry } from '../permissions.js';

interface PlaceData {
  sectionId: number;
  name: string;
  displayName: string;
  description: string;
  icon: string;
}

export interface SectionData extends PlaceData {
  allowThreadsDirect: boolean;
  /** Plain text with one rule per line. Omitted if there are none. */
  rules?: string | undefined;
  /** Set if threads are questions, whose solutions can be marked. */
  questions?: true | undefined;
}

export interface SubsectionData extends PlaceData {
  subsectionId: number;
}

export const prefixColors = ['grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple'] as const;
export type PrefixColor = (typeof prefixColors)[number];

/** The id of a prefix is unique across sections and never reused. */
export interface Prefix {
  id: number;
  label: string;
  color: PrefixColor;
}

export type StructureEvent =
  | { type: 'SectionCreated.v1'; data: SectionData }
  | { type: 'SectionChanged.v1'; data: SectionData & { before: SectionData } }
  | { type: 'SectionDeleted.v1'; data: { sectionId: number } }
  | { type: 'SectionRestored.v1'; data: { sectionId: number } }
  | { type: 'SectionsOrdered.v1'; data: { sectionIds: number[]; before: number[] } }
  | { type: 'SubsectionCreated.v1'; data: SubsectionData }
  | { type: 'SubsectionChanged.v1'; data: SubsectionData & { before: SubsectionData } }
  | { type: 'SubsectionDeleted.v1'; data: { subsectionId: number } }
  | { type: 'SubsectionRestored.v1'; data: { subsectionId: number } }
  | { type: 'SubsectionsOrdered.v1'; data: { sectionId: number; subsectionIds: number[]; before: number[] } }
  | { type: 'PrefixesSet.v1'; data: { sectionId: number; prefixes: Prefix[]; before: Prefix[] } }
  | {
      type: 'PermissionsSet.v1';
      data: {
        sectionId: number;
        subsectionId: number | null;
        entries: PermissionEntry[];
        before: PermissionEntry[];
      };
    };
