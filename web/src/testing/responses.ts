import type { Emoji } from '@guildhall/domain/reaction/emoji.js';
import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { PersonRow } from '@guildhall/domain/wire/schemas/members/members.js';
import type { NotificationsResponse, WatchResponse } from '@guildhall/domain/wire/schemas/members/notifications.js';
import type { DeletedPostRow, PostRow, TextVersion } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ActivityRow, Profile } from '@guildhall/domain/wire/schemas/members/profiles.js';
import type { PlaceUnreadRow, ReadMarkRow } from '@guildhall/domain/wire/schemas/forum/reading.js';
import type { OwnReportRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import type { SearchResponse } from '@guildhall/domain/wire/schemas/forum/search.js';
import type { PermissionEntryRow, RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { ThreadActionRow, ThreadRow, ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';

/** The response to each call, by the types of the wire: a response that the server would not send does not compile. */
export interface Responses {
  'GET /me': { user: Me | null };
  'POST /login': { success: true; user: Me };
  'POST /register': WriteResponse;
  'POST /resend-verification': WriteResponse;
  'POST /password/forgot': WriteResponse;
  'POST /password/reset': WriteResponse;
  'POST /reports/appeal': WriteResponse;

  [prefixes: `PUT /forums/sections/${number}/prefixes`]: WriteResponse;
  'GET /forums/permissions': PermissionEntryRow[];
  'GET /admin/roles': RoleRow[];

  'GET /search': SearchResponse;
  'GET /reports/mine': OwnReportRow[];
  'POST /reports': WriteResponse;
  [profile: `GET /profile/${Lowercase<string>}`]: Profile;
  'GET /profile/Bram/activity': ActivityRow[];
  [wall: `POST /profile/${Lowercase<string>}`]: WriteResponse;

  'GET /ignored': PersonRow[];
  'GET /notifications': NotificationsResponse;
  'PUT /notifications/read': WriteResponse;

  'GET /forums/sections': SectionRow[];
  'GET /forums/read': ReadMarkRow[];
  'GET /forums/read/places': PlaceUnreadRow[];
  [watch: `GET /forums/watches/${number}`]: WatchResponse;
  'PUT /forums/watches': WriteResponse;

  'GET /forums/threads': ThreadSummary[];
  'POST /forums/threads': WriteResponse;
  [thread: `GET /forums/threads/${number}`]: ThreadRow;
  [thread: `${'PUT' | 'DELETE'} /forums/threads/${number}`]: WriteResponse;
  [acts: `GET /forums/threads/${number}/acts`]: ThreadActionRow[];
  [deleted: `GET /forums/threads/${number}/deleted`]: DeletedPostRow[];
  [read: `PUT /forums/threads/${number}/read`]: WriteResponse;
  [move: `POST /forums/threads/${number}/${'move' | 'restore'}`]: WriteResponse;

  /** By the id of the thread. */
  [posts: `GET /forums/posts/${number}`]: PostRow[];
  'POST /forums/posts': WriteResponse;
  [post: `${'PUT' | 'DELETE'} /forums/posts/${number}`]: WriteResponse;
  [restore: `POST /forums/posts/${number}/restore`]: WriteResponse;
  [history: `GET /forums/posts/${number}/history`]: TextVersion[];
  /** The person's own in a thread, by the ids of the texts. */
  [reactions: `GET /forums/reactions/${number}`]: Record<string, Emoji>;
  'PUT /forums/reactions': WriteResponse;
}
