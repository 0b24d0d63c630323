import type { AuthorFields } from '@guildhall/domain/wire/schemas/fields.js';
import type { MemberNames } from '@guildhall/domain/wire/schemas/live-rows.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/threads.js';
import { rowPosition } from '../../live/positions.js';
import { noMembers } from './members.js';

/** What members are called from some position on, as the site's topic told it in this visit. */
const latestNames = new Map<number, MemberNames>();
const listeners = new Set<(member: MemberNames) => void>();

/**
 * Called when a member is called or looks otherwise. A store that holds rows of members changes those.
 * @returns the end of it
 */
export function onMemberUpdate(act: (member: MemberNames) => void): () => void {
  listeners.add(act);
  return () => void listeners.delete(act);
}

export function publishMember(member: MemberNames): void {
  if ((latestNames.get(member.id)?.pos ?? '') >= member.pos) return;
  latestNames.set(member.id, member);
  for (const act of listeners) act(member);
}

/** What was told while rows of a position were on their way: they may still have the old names. */
export function namesSince(position: string | null): MemberNames[] {
  const read = rowPosition(position) ?? '';
  return [...latestNames.values()].filter(({ pos }) => pos > read);
}

const forgotten = new Set<() => void>();

/** Called when something was passed over: what shows names and is in no topic of its own is asked for again. */
export function onNamesForgotten(act: () => void): void {
  forgotten.add(act);
}

/** Of another log nothing can be compared. */
export function forgetNames(): void {
  latestNames.clear();
  for (const act of forgotten) act();
}

/** A row that is a member: as he is called now, and gone with him. */
export function namedMember<Row extends Omit<MemberNames, 'pos'>>(row: Row, member: MemberNames): Row | null {
  const { id, username, avatar_url, role } = member;
  if (row.id !== id) return row;
  return username === noMembers ? null : { ...row, username, avatar_url, role };
}

/** A row that shows who did it. */
export function namedAuthor<Row extends Partial<AuthorFields>>(row: Row, member: MemberNames): Row {
  const { id, username, avatar_url, role } = member;
  return row.user_id === id ? { ...row, username, avatar_url, role } : row;
}

/** In a row that shows who wrote it. Changes it in place, as the next one. */
export function nameAuthor(row: AuthorFields, { id, username, avatar_url, role }: MemberNames): void {
  if (row.user_id === id) Object.assign(row, { username, avatar_url, role });
}

/** In a thread's row, which also names who wrote there last. */
export function nameInThread(row: AuthorFields & Pick<ThreadRow, 'last_user_id'>, member: MemberNames): void {
  nameAuthor(row, member);
  if (row.last_user_id === member.id) Object.assign(row, { last_username: member.username });
}
