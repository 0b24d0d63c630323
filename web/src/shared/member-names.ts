import type { MemberNames } from '@guildhall/domain/wire/live.js';
import { rowPosition } from '../live/positions.js';

/** What members are called from some position on, as the site's topic told it in this visit. */
const told = new Map<number, MemberNames>();
const listeners = new Set<(member: MemberNames) => void>();

/** Called when a member is called or looks otherwise. A store that holds rows of members changes those. */
export function onMemberNews(act: (member: MemberNames) => void): void {
  listeners.add(act);
}

export function tellMember(member: MemberNames): void {
  if ((told.get(member.id)?.pos ?? '') >= member.pos) return;
  told.set(member.id, member);
  for (const act of listeners) act(member);
}

/** What was told while rows of a position were on their way: they may still have the old names. */
export function namesSince(position: string | null): MemberNames[] {
  const read = rowPosition(position) ?? '';
  return [...told.values()].filter(({ pos }) => pos > read);
}

/** Of another log nothing can be compared. */
export function forgetNames(): void {
  told.clear();
}
