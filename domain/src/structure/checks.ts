import { Refusal } from '../refusals.js';
import { placeIn, type Place, type StructureState } from './state.js';

export function refuseOtherVersion(currentVersion: number, seenVersion: number | undefined): void {
  if (seenVersion !== undefined && seenVersion !== currentVersion) throw new Refusal('changed-since');
}

/** Both were made by the same code, field after field. */
export const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, it: unknown) =>
    typeof it === 'object' && it !== null && !Array.isArray(it)
      ? Object.fromEntries(Object.entries(it).sort(([a], [b]) => (a < b ? -1 : 1)))
      : it,
  );

/** @throws Refusal not-found where the place does not exist */
export function requirePlace(state: Readonly<StructureState>, place: Place) {
  const found = placeIn(state, place);
  if (!found) throw new Refusal('not-found');
  return found;
}

export function requireSubsection(state: Readonly<StructureState>, subsectionId: number) {
  const subsection = state.subsections.get(subsectionId);
  if (!subsection) throw new Refusal('not-found');
  requirePlace(state, { sectionId: subsection.sectionId, subsectionId });
  return subsection;
}
