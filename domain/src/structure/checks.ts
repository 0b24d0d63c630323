import { icons } from '../icons.js';
import { Refusal } from '../refusals.js';
import { isSameJson } from '../same-json.js';
import { fitsInAddress, isReservedName, toPlaceKey } from './names.js';
import { getPlace, type Place, type StructureState } from './state.js';

export function refuseOtherVersion(currentVersion: number, seenVersions: readonly number[] | undefined): void {
  if (seenVersions?.includes(currentVersion) === false) throw new Refusal('changed-since');
}

export function requirePlace(state: Readonly<StructureState>, place: Place) {
  const existing = getPlace(state, place);
  if (!existing) throw new Refusal('not-found');
  return existing;
}

export function requireSubsection(state: Readonly<StructureState>, subsectionId: number) {
  const subsection = state.subsections.get(subsectionId);
  if (!subsection) throw new Refusal('not-found');
  requirePlace(state, { sectionId: subsection.sectionId, subsectionId });
  return subsection;
}

export function isNewOrder(before: readonly number[], after: readonly number[]): boolean {
  const newIds = new Set(after);
  const isPermutation =
    after.length === newIds.size && before.length === newIds.size && before.every((id) => newIds.has(id));
  if (!isPermutation) throw new Refusal('changed-since');
  return !isSameJson(before, after);
}

/**
 * Neither name may equal the name or display name of another place. `existingName` may contain characters that new
 * names may not.
 */
export function checkNames(
  fields: { name: string; displayName: string; icon: string },
  others: readonly { name: string; displayName: string }[],
  existingName?: string,
): void {
  if (fields.name !== existingName && !fitsInAddress(fields.name)) throw new Refusal('name-address', 'name');
  if (isReservedName(fields.name)) throw new Refusal('name-reserved', 'name');
  if (!Object.hasOwn(icons, fields.icon)) throw new Refusal('icon-unknown', 'icon');
  const takenKeys = new Set(others.flatMap(({ name, displayName }) => [toPlaceKey(name), toPlaceKey(displayName)]));
  if (takenKeys.has(toPlaceKey(fields.name))) throw new Refusal('name-taken', 'name');
  if (takenKeys.has(toPlaceKey(fields.displayName))) throw new Refusal('name-taken', 'display_name');
}
