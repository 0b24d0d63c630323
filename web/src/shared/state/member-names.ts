import { create } from 'zustand';
import type { AuthorFields } from '@guildhall/domain/wire/schemas/fields.js';
import type { MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { createListeners } from '../../live/create-listeners.js';
import { toRowPosition } from '../../live/positions.js';
import { erasedName } from './members.js';

/** The names received in the site topic during this visit, by member id. */
const useLatestNames = create<Record<number, MemberNames>>(() => ({}));
const updates = createListeners<[member: MemberNames]>();

/** Calls the listener when a member's name or avatar changes. @returns a function that removes the listener */
export const onMemberUpdate = updates.add;

export function publishMember(member: MemberNames): void {
  if ((useLatestNames.getState()[member.id]?.pos ?? '') >= member.pos) return;
  useLatestNames.setState({ [member.id]: member });
  updates.notify(member);
}

/** Rows loaded at `position` may still contain names that have changed since. */
export function listNamesSince(position: string | null): MemberNames[] {
  const readPosition = toRowPosition(position) ?? '';
  return Object.values(useLatestNames.getState()).filter(({ pos }) => pos > readPosition);
}

const resets = createListeners();

/** Calls the listener when updates were missed so that screens that show names but have no topic reload. */
export const onNamesForgotten = resets.add;

/** Discards all names because positions of different logs cannot be compared. */
export function forgetNames(): void {
  useLatestNames.setState({}, true);
  resets.notify();
}

export function renameMember<Row extends Omit<MemberNames, 'pos'>>(row: Row, member: MemberNames): Row | null {
  const { id, username, avatar_url, role } = member;
  if (row.id !== id) return row;
  return username === erasedName ? null : { ...row, username, avatar_url, role };
}

export function renameAuthor<Row extends Partial<AuthorFields>>(row: Row, member: MemberNames): Row {
  const { id, username, avatar_url, role } = member;
  return row.user_id === id ? { ...row, username, avatar_url, role } : row;
}

export function nameAuthor(row: AuthorFields, { id, username, avatar_url, role }: MemberNames): void {
  if (row.user_id === id) Object.assign(row, { username, avatar_url, role });
}

export function nameInThread(
  row: AuthorFields & Pick<ThreadRow, 'last_user_id' | 'participants'>,
  member: MemberNames,
): void {
  const { id, username, avatar_url } = member;
  nameAuthor(row, member);
  if (row.last_user_id === id) Object.assign(row, { last_username: username, last_avatar_url: avatar_url });
  row.participants = row.participants
    .map((participant) => (participant.id === id ? { id, username, avatar_url } : participant))
    .filter((participant) => participant.username !== erasedName);
}
