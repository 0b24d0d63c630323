import { adminRole, memberRole } from '@guildhall/domain/roles.js';
import { listRoles, type Role, type StaffState } from '@guildhall/domain/staff/state.js';
import type { NamelessResponse } from './nameless-call.js';

/** Clients store group ids in 32 bits, which the ids of created roles exceed, so these are numbered from here. */
const firstCreatedRole = 10;

export interface NamelessGroup {
  id: number;
  name: string;
  staff: boolean;
  /** The highest group has the lowest number. */
  order: number;
}

/** A role's number never changes, because the state retains deleted roles. */
export function getGroupId({ roles }: Readonly<StaffState>, roleId: number): number {
  if (roleId === adminRole.id || roleId === memberRole.id) return roleId;
  return firstCreatedRole + [...roles.keys()].indexOf(roleId);
}

export function getGroups(staff: Readonly<StaffState>): NamelessGroup[] {
  const isMemberRole = ({ roleId }: Role) => roleId === memberRole.id;
  const roles = listRoles(staff);
  return [...roles.filter((role) => !isMemberRole(role)), ...roles.filter(isMemberRole)].map((role, index) => ({
    id: getGroupId(staff, role.roleId),
    name: role.displayName,
    staff: !isMemberRole(role),
    order: index + 1,
  }));
}

export function listGroups(staff: Readonly<StaffState>, query: URLSearchParams): NamelessResponse {
  const [id, name] = [query.get('id'), query.get('name')];
  const isWanted = (group: NamelessGroup) =>
    (id === null || String(group.id) === id) && (name === null || group.name.toLowerCase() === name.toLowerCase());
  return { groups: getGroups(staff).filter(isWanted) };
}
