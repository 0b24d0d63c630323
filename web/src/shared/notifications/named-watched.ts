import type { MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { WatchedThreadRow } from '@guildhall/domain/wire/schemas/members/notifications.js';

/** A watched thread whose last author may have a new name or picture. */
export function namedWatched(row: WatchedThreadRow, { id, username, avatar_url }: MemberNames): WatchedThreadRow {
  return row.last_user_id === id ? { ...row, last_username: username, last_avatar_url: avatar_url } : row;
}
