import {
  resolveFlags,
  placeFlags,
  type PermissionEntry,
  type PlaceFlag,
  type PlaceFlags,
} from '@guildhall/domain/permissions.js';
import { adminRole, guestRole, memberRole } from '@guildhall/domain/roles.js';
import type { PermissionEntryRow } from '@guildhall/domain/wire/schemas/staff/roles.js';

export type OwnFlags = ReadonlyMap<number, PlaceFlags>;

/** `section` contains the parent section's flags. It is null if the place is itself a section. */
export interface Matrix {
  own: OwnFlags;
  section: OwnFlags | null;
}

/** Guests can only be allowed to view. */
export const isApplicable = (roleId: number, flag: PlaceFlag): boolean =>
  roleId !== guestRole.id || flag === 'can_view';

function createFlags(valueOf: (flag: PlaceFlag) => boolean): PlaceFlags {
  return Object.fromEntries(placeFlags.map((flag) => [flag, valueOf(flag)])) as PlaceFlags;
}

export function toOwnFlags(rows: readonly PermissionEntryRow[]): OwnFlags {
  return new Map(rows.map((row) => [row.role_id, createFlags((flag) => row[flag])]));
}

const toEntries = (flags: OwnFlags): PermissionEntry[] => [...flags].map(([roleId, own]) => ({ roleId, ...own }));

const createReaderInRole = (roleId: number) => ({ roleId, keys: new Set(['view_forums'] as const) });

/** Implements the same permission rule as the server. */
export function computeEffectiveFlags({ own, section }: Matrix, roleId: number): PlaceFlags {
  const ownEntries = toEntries(own);
  return resolveFlags(
    createReaderInRole(roleId),
    section === null
      ? { section: ownEntries, subsection: null }
      : { section: toEntries(section), subsection: ownEntries },
  );
}

export function getVisibleFlags(matrix: Matrix, roleId: number): PlaceFlags {
  return matrix.own.get(roleId) ?? computeEffectiveFlags(matrix, roleId);
}

/** If a role cannot see the section, its flags in the subsection have no effect. */
export function isSectionHidden({ section }: Matrix, roleId: number): boolean {
  if (section === null) return false;
  return !resolveFlags(createReaderInRole(roleId), { section: toEntries(section), subsection: null }).can_view;
}

function withOwnFlags(matrix: Matrix, roleId: number, flags: PlaceFlags): Matrix {
  const applicable = createFlags((flag) => isApplicable(roleId, flag) && flags[flag]);
  return { ...matrix, own: new Map(matrix.own).set(roleId, applicable) };
}

export function withFlag(matrix: Matrix, roleId: number, flag: PlaceFlag, value: boolean): Matrix {
  return withOwnFlags(matrix, roleId, { ...getVisibleFlags(matrix, roleId), [flag]: value });
}

export function withRow(matrix: Matrix, roleId: number, value: boolean): Matrix {
  return withOwnFlags(
    matrix,
    roleId,
    createFlags(() => value),
  );
}

export function clearOwnFlags(matrix: Matrix, roleId: number): Matrix {
  const ownFlags = new Map(matrix.own);
  ownFlags.delete(roleId);
  return { ...matrix, own: ownFlags };
}

/** Sets the flag for Member first, then only for the roles that do not inherit it from Member. */
export function withColumn(matrix: Matrix, roleIds: readonly number[], flag: PlaceFlag, value: boolean): Matrix {
  const otherIds = roleIds.filter((id) => id !== memberRole.id && id !== adminRole.id && isApplicable(id, flag));
  const orderedIds = [memberRole.id, ...otherIds];
  return orderedIds.reduce(
    (result, id) => (getVisibleFlags(result, id)[flag] === value ? result : withFlag(result, id, flag, value)),
    matrix,
  );
}

export function getColumnState(matrix: Matrix, roleIds: readonly number[], flag: PlaceFlag): 'all' | 'some' | 'none' {
  return combineValues(
    roleIds
      .filter((id) => id !== adminRole.id && isApplicable(id, flag))
      .map((id) => getVisibleFlags(matrix, id)[flag]),
  );
}

export function getRowState(matrix: Matrix, roleId: number): 'all' | 'some' | 'none' {
  const flags = getVisibleFlags(matrix, roleId);
  return combineValues(placeFlags.map((flag) => flags[flag]));
}

function combineValues(values: readonly boolean[]): 'all' | 'some' | 'none' {
  if (values.every(Boolean)) return 'all';
  return values.some(Boolean) ? 'some' : 'none';
}

export function hasSameFlags(a: OwnFlags, b: OwnFlags): boolean {
  return (
    a.size === b.size && [...a].every(([id, flags]) => placeFlags.every((flag) => b.get(id)?.[flag] === flags[flag]))
  );
}

export function listEntriesToSend(own: OwnFlags): Record<string, number>[] {
  return [...own].map(([role_id, flags]) => ({
    role_id,
    ...Object.fromEntries(placeFlags.map((flag) => [flag, flags[flag] ? 1 : 0])),
  }));
}
