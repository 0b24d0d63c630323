import { Refusal } from '@guildhall/domain/refusals.js';
import type { Place, StructureState } from '@guildhall/domain/structure/state.js';

/** @throws Refusal validation if there is no id; not-found for a subsection that never existed */
export function findPlaceByName(
  structure: Readonly<StructureState>,
  ids: { section_id: number | null; subsection_id: number | null },
): Place {
  const { section_id: ownSectionId, subsection_id: subsectionId } = ids;
  const sectionId = ownSectionId ?? (subsectionId === null ? null : structure.subsections.get(subsectionId)?.sectionId);
  if (sectionId === null) throw new Refusal('validation', 'section_id', 'section_id: must be an id');
  if (sectionId === undefined) throw new Refusal('not-found');
  return { sectionId, subsectionId };
}
