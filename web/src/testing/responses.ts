import type { Emoji } from '@guildhall/domain/reaction/emoji.js';
import type { Me } from '@guildhall/domain/wire/schemas/accounts.js';
import type { PersonRow } from '@guildhall/domain/wire/schemas/members.js';
import type { NoticesAnswer, WatchAnswer } from '@guildhall/domain/wire/schemas/notifications.js';
import type { DeletedPostRow, PostRow, TextVersion } from '@guildhall/domain/wire/schemas/posts.js';
import type { Profile } from '@guildhall/domain/wire/schemas/profiles.js';
import type { PlaceUnreadRow, ReadMarkRow } from '@guildhall/domain/wire/schemas/reading.js';
import type { OwnReportRow } from '@guildhall/domain/wire/schemas/reports.js';
import type { SearchAnswer } from '@guildhall/domain/wire/schemas/search.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/sections.js';
import type { ThreadActRow, ThreadRow, ThreadSummary } from '@guildhall/domain/wire/schemas/threads.js';
import type { WriteAnswer } from '@guildhall/domain/wire/schemas/write.js';

/** What each call answers, by the types of the wire: a response that the server would not give does not compile. */
export interface Responses {
  'GET /me': { user: Me | null };
  'POST /login': { success: true; user: Me };
  'POST /register': WriteAnswer;
  'POST /resend-verification': WriteAnswer;
  'POST /password/forgot': WriteAnswer;
  'POST /password/reset': WriteAnswer;
  'POST /reports/appeal': WriteAnswer;

  'GET /search': SearchAnswer;
  'GET /reports/mine': OwnReportRow[];
  'POST /reports': WriteAnswer;
  [profile: `GET /profile/${Lowercase<string>}`]: Profile;
  [wall: `POST /profile/${Lowercase<string>}`]: WriteAnswer;

  'GET /ignored': PersonRow[];
  'GET /notifications': NoticesAnswer;
  'PUT /notifications/read': WriteAnswer;

  'GET /forums/sections': SectionRow[];
  'GET /forums/read': ReadMarkRow[];
  'GET /forums/read/places': PlaceUnreadRow[];
  [watch: `GET /forums/watches/${number}`]: WatchAnswer;
  'PUT /forums/watches': WriteAnswer;

  'GET /forums/threads': ThreadSummary[];
  'POST /forums/threads': WriteAnswer;
  [thread: `GET /forums/threads/${number}`]: ThreadRow;
  [thread: `${'PUT' | 'DELETE'} /forums/threads/${number}`]: WriteAnswer;
  [acts: `GET /forums/threads/${number}/acts`]: ThreadActRow[];
  [deleted: `GET /forums/threads/${number}/deleted`]: DeletedPostRow[];
  [read: `PUT /forums/threads/${number}/read`]: WriteAnswer;
  [move: `POST /forums/threads/${number}/${'move' | 'restore'}`]: WriteAnswer;

  /** By the id of the thread. */
  [posts: `GET /forums/posts/${number}`]: PostRow[];
  'POST /forums/posts': WriteAnswer;
  [post: `${'PUT' | 'DELETE'} /forums/posts/${number}`]: WriteAnswer;
  [restore: `POST /forums/posts/${number}/restore`]: WriteAnswer;
  [history: `GET /forums/posts/${number}/history`]: TextVersion[];
  /** One's own in a thread, by the ids of the texts. */
  [reactions: `GET /forums/reactions/${number}`]: Record<string, Emoji>;
  'PUT /forums/reactions': WriteAnswer;
}
