import { firstPage } from '@guildhall/domain/wire/list-sizes.js';
import type { MemberNames } from '@guildhall/domain/wire/schemas/live-rows.js';
import { loadAgainSoon } from '../../live/load-again.js';
import { namedMember, onMemberNews } from '../../shared/state/member-names.js';
import type { MemberStat } from '../../shared/state/members.js';
import { createPeopleList } from '../../shared/state/paged-list.js';

const sizes = { size: firstPage.members, most: 1_000 };

/** Who has no role any more is none of the staff. */
const namedStaff = (row: MemberStat, member: MemberNames): MemberStat | null =>
  row.id === member.id && member.role === null ? null : namedMember(row, member);

const ranking = () => createPeopleList<MemberStat>(sizes);
const staff = () => createPeopleList<MemberStat>({ ...sizes, named: namedStaff });

/** The calls behind the two pages. */
export const calls = { members: '/forums/member-stats', staff: '/forums/staff-stats' } as const;
export type PeopleKind = keyof typeof calls;

/** Of each page the whole ranking, and apart from it what was found in it: the ranking tells the ranks of both. */
export const lists = {
  members: { whole: ranking(), found: ranking() },
  staff: { whole: staff(), found: staff() },
} as const;

/** The address of a search; its server finds a part of the name in any case. */
export function searchAddress(kind: PeopleKind, wanted: string): string {
  return `${calls[kind]}?search=${encodeURIComponent(wanted)}`;
}

/** Rank by id, from 1, of those whom the ranking has loaded. */
export function ranksOf(whole: readonly MemberStat[]): ReadonlyMap<number, number> {
  return new Map(whole.map(({ id }, index) => [id, index + 1]));
}

/** Whoever is given a role comes into the list of the staff. @returns the end of it */
export function followStaff(kind: PeopleKind): () => void {
  if (kind !== 'staff') return () => {};
  const { whole } = lists.staff;
  let stopWaiting = () => {};
  const end = onMemberNews(({ id, role }) => {
    if (role === null || whole.useList.getState().rows.some((row) => row.id === id)) return;
    stopWaiting();
    stopWaiting = loadAgainSoon(() => void whole.again());
  });
  return () => {
    end();
    stopWaiting();
  };
}
