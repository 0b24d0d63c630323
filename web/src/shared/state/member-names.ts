import { create } from 'zustand';
import type { AuthorFields } from '@guildhall/domain/wire/schemas/fields.js';
import type { MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { rowPosition } from '../../live/positions.js';
import { noMembers } from './members.js';

/** The names of members from a position on, as received in the site's topic during this visit. */
const useLatestNames = create<Record<number, MemberNames>>(() => ({}));
const listeners = new Set<(member: MemberNames) => void>();

/**
 * Called when a member has a new name or avatar. Stores with rows of members change those.
 * @returns a function that stops it
 */
export function onMemberUpdate(act: (member: MemberNames) => void): () => void {
  listeners.add(act);
  return () => void listeners.delete(act);
}

export function publishMember(member: MemberNames): void {
  if ((useLatestNames.getState()[member.id]?.pos ?? '') >= member.pos) return;
  useLatestNames.setState({ [member.id]: member });
  for (const act of listeners) act(member);
}

/** Changes received while rows of a position were being loaded: they may still have the old names. */
export function namesSince(position: string | null): MemberNames[] {
  const read = rowPosition(position) ?? '';
  return Object.values(useLatestNames.getState()).filter(({ pos }) => pos > read);
}

const forgotten = new Set<() => void>();

/** Called when changes were skipped: whatever shows names and is in no topic of its own is reloaded. */
export function onNamesForgotten(act: () => void): void {
  forgotten.add(act);
}

/** Positions of another log cannot be compared. */
export function forgetNames(): void {
  useLatestNames.setState({}, true);
  for (const act of forgotten) act();
}

/** A row that is a member: with their current name, removed when they are erased. */
export function namedMember<Row extends Omit<MemberNames, 'pos'>>(row: Row, member: MemberNames): Row | null {
  const { id, username, avatar_url, role } = member;
  if (row.id !== id) return row;
  return username === noMembers ? null : { ...row, username, avatar_url, role };
}

/** A row that shows its actor. */
export function namedAuthor<Row extends Partial<AuthorFields>>(row: Row, member: MemberNames): Row {
  const { id, username, avatar_url, role } = member;
  return row.user_id === id ? { ...row, username, avatar_url, role } : row;
}

/** In a row that shows its author. Changes it in place, as does the next one. */
export function nameAuthor(row: AuthorFields, { id, username, avatar_url, role }: MemberNames): void {
  if (row.user_id === id) Object.assign(row, { username, avatar_url, role });
}

/** In a thread's row, which also names the author of its last reply and others who replied. */
export function nameInThread(
  row: AuthorFields & Pick<ThreadRow, 'last_user_id' | 'participants'>,
  member: MemberNames,
): void {
  const { id, username, avatar_url } = member;
  nameAuthor(row, member);
  if (row.last_user_id === id) Object.assign(row, { last_username: username, last_avatar_url: avatar_url });
  row.participants = row.participants
    .map((one) => (one.id === id ? { id, username, avatar_url } : one))
    .filter((one) => one.username !== noMembers);
}
