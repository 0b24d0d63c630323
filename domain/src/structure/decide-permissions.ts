import { placeFlags, type Actor, type PermissionEntry } from '../permissions.js';
import { Refusal } from '../refusals.js';
import { guestRole, memberRole } from '../roles.js';
import { isSameJson } from '../same-json.js';
import { refuseOtherVersion, requirePlace } from './checks.js';
import type { StructureEvent } from './events.js';
import { getEntries, deriveEntryId, listPlaces, type Place, type StructureState } from './state.js';

export type PermissionsCommand =
  /** `isRestore` means that the entries existed before, possibly for a role that has since been deleted. */
  | {
      type: 'SetPermissions';
      place: Place;
      entries: PermissionEntry[];
      ifVersions?: readonly number[] | undefined;
      isRestore?: true;
    }
  | { type: 'SetPermission'; place: Place; roleId: number; entry: PermissionEntry | null }
  | { type: 'RemovePermission'; entryId: number };

type Command<T extends PermissionsCommand['type']> = Extract<PermissionsCommand, { type: T }>;
type PermissionsSet = Extract<StructureEvent, { type: 'PermissionsSet.v1' }>;
type IsRole = (roleId: number) => boolean;

export function decidePermissions(
  command: PermissionsCommand,
  state: Readonly<StructureState>,
  { actor, isRole }: { actor: Actor | null; isRole: IsRole },
): StructureEvent[] {
  const events = changePermissions(command, state, isRole);
  if (actor?.isProgram && events.some(changesStaffEntries))
    throw new Refusal('forbidden', undefined, 'A key can only change the permissions of guests and Members.');
  return events;
}

function changesStaffEntries({ data: { entries, before } }: PermissionsSet): boolean {
  const listStaffEntries = (all: readonly PermissionEntry[]) =>
    all.filter(({ roleId }) => roleId !== guestRole.id && roleId !== memberRole.id);
  return !isSameJson(listStaffEntries(before), listStaffEntries(entries));
}

function changePermissions(
  command: PermissionsCommand,
  state: Readonly<StructureState>,
  isRole: IsRole,
): PermissionsSet[] {
  switch (command.type) {
    case 'SetPermissions':
      return setPermissions(command, state, isRole);
    case 'SetPermission':
      return setPermission(command, state, isRole);
    case 'RemovePermission': {
      const removedEntry = getEntries(state, listPlaces(state)).find(
        ({ place, entry }) => deriveEntryId(place, entry.roleId) === command.entryId,
      );
      if (!removedEntry) throw new Refusal('not-found');
      const { place, entry } = removedEntry;
      return setPermission({ type: 'SetPermission', place, roleId: entry.roleId, entry: null }, state, isRole);
    }
  }
}

function setPermissions(
  { place, entries, ifVersions, isRestore }: Command<'SetPermissions'>,
  state: Readonly<StructureState>,
  isRole: IsRole,
): PermissionsSet[] {
  const { section, subsection } = requirePlace(state, place);
  const { entries: previousEntries, entriesVersion } = subsection ?? section;
  refuseOtherVersion(entriesVersion, ifVersions);
  const roles = entries.map((entry) => entry.roleId);
  // The entry of a deleted role applies again if the role is restored.
  const isKnownRole = (roleId: number) =>
    roleId === guestRole.id || isRestore || isRole(roleId) || previousEntries.some((entry) => entry.roleId === roleId);
  if (!roles.every(isKnownRole) || new Set(roles).size < roles.length) throw new Refusal('role-unknown', 'role_id');
  const guestEntry = entries.find(({ roleId }) => roleId === guestRole.id);
  const forbiddenFlag = guestEntry && placeFlags.find((flag) => flag !== 'can_view' && guestEntry[flag]);
  if (forbiddenFlag) throw new Refusal('guests-only-view', forbiddenFlag);
  if (isSameJson(previousEntries, entries)) return [];
  return [{ type: 'PermissionsSet.v1', data: { ...place, entries, before: previousEntries } }];
}

function setPermission(
  { place, roleId, entry }: Command<'SetPermission'>,
  state: Readonly<StructureState>,
  isRole: IsRole,
): PermissionsSet[] {
  const { section, subsection } = requirePlace(state, place);
  const otherEntries = (subsection ?? section).entries.filter((storedEntry) => storedEntry.roleId !== roleId);
  return setPermissions(
    { type: 'SetPermissions', place, entries: entry ? [...otherEntries, entry] : otherEntries },
    state,
    isRole,
  );
}
