import type { MemberStat } from '../../shared/members.js';
import { createPagedList } from '../../shared/paged-list.js';

const pageSize = 50;
const most = 1_000;

const ranking = () =>
  createPagedList<MemberStat>({ rowsOf: (rows) => rows, keyOf: ({ id }) => id, size: pageSize, most });

/** The calls behind the two pages. */
export const calls = { members: '/forums/member-stats', staff: '/forums/staff-stats' } as const;
export type PeopleKind = keyof typeof calls;

/** Of each page the whole ranking, and apart from it what was found in it: the ranking tells the ranks of both. */
export const lists = {
  members: { whole: ranking(), found: ranking() },
  staff: { whole: ranking(), found: ranking() },
} as const;

/** The address of a search; its server finds a part of the name in any case. */
export function searchAddress(kind: PeopleKind, wanted: string): string {
  return `${calls[kind]}?search=${encodeURIComponent(wanted)}`;
}

/** Rank by id, from 1, of those whom the ranking has loaded. */
export function ranksOf(whole: readonly MemberStat[]): ReadonlyMap<number, number> {
  return new Map(whole.map(({ id }, index) => [id, index + 1]));
}
