import { adminRole } from '@guildhall/domain/roles.js';
import { firstPage } from '@guildhall/domain/wire/list-sizes.js';
import type { MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import { scheduleReload } from '../../live/schedule-reload.js';
import { createPeopleList } from '../../queries/pages.js';
import type { PagedList } from '../../queries/use-paged-list.js';
import { renameMember, onMemberUpdate } from '../../shared/state/member-names.js';
import type { MemberStat } from '../../shared/state/members.js';

const updateStaffRow = (row: MemberStat, member: MemberNames): MemberStat | null =>
  row.id === member.id && member.role === null ? null : renameMember(row, member);

export const calls = { members: '/forums/member-stats', staff: '/forums/staff-stats' } as const;
export type PeopleKind = keyof typeof calls;

const pageSize = firstPage.members;
const maxRows = 1_000;

export const kinds = {
  members: createPeopleList<MemberStat>(pageSize, maxRows),
  staff: createPeopleList(pageSize, maxRows, updateStaffRow),
} as const;

/** The server matches any part of the name, ignoring case. */
export function buildSearchAddress(kind: PeopleKind, search: string): string {
  return `${calls[kind]}?search=${encodeURIComponent(search)}`;
}

export function rankMembers(members: readonly MemberStat[]): ReadonlyMap<number, number> {
  return new Map(members.map(({ id }, index) => [id, index + 1]));
}

export function followStaff(reload: () => Promise<unknown>): () => void {
  let stopWaiting = () => {};
  const end = onMemberUpdate(({ role }) => {
    if (role === null) return;
    stopWaiting();
    stopWaiting = scheduleReload(() => void reload());
  });
  return () => {
    end();
    stopWaiting();
  };
}

const getRole = ({ role }: MemberStat): string => role ?? '';

/** The key contains the role because a new role moves the row to another group. */
const getKeyInRole = (row: MemberStat): string => `${getRole(row)}:${row.id}`;

/** Puts Admins first, and then the other roles by name. */
export function groupByRole(list: PagedList<MemberStat, MemberStat[]>) {
  const sortRows = (row: MemberStat) => (row.role === adminRole.name ? '' : getRole(row));
  const rows = [...list.rows].sort((one, other) => sortRows(one).localeCompare(sortRows(other)));
  return { list: { ...list, rows }, getKey: getKeyInRole, getGroup: getRole };
}
