import type { UserName } from '@guildhall/domain/wire/schemas/fields.js';
import type { ServerPoint, ServersResponse } from '@guildhall/domain/wire/schemas/site/servers.js';
import type { Emoji } from '@guildhall/domain/reaction/emoji.js';
import type { Me, RegisterResponse } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type {
  MembersGameAccounts,
  NewGameCode,
  OwnGameAccounts,
  PlayerRow,
} from '@guildhall/domain/wire/schemas/games/accounts.js';
import type { DevicesResponse } from '@guildhall/domain/wire/schemas/members/devices.js';
import type { OnlineMembers, PersonRow } from '@guildhall/domain/wire/schemas/members/members.js';
import type {
  Bookmark,
  BookmarkRow,
  NotificationSettings,
  NotificationsResponse,
  WatchResponse,
  WatchRow,
} from '@guildhall/domain/wire/schemas/members/notifications.js';
import type { DeletedPostRow, PostRow, TextVersion } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type {
  ActivityRow,
  OwnProfile,
  Profile,
  WallReplyRow,
} from '@guildhall/domain/wire/schemas/members/profiles.js';
import type { PlaceUnreadRow, ReadMarkRow } from '@guildhall/domain/wire/schemas/forum/reading.js';
import type {
  OwnReportRow,
  ReportCount,
  ReportDetail,
  ReportRow,
} from '@guildhall/domain/wire/schemas/staff/reports.js';
import type { SearchResponse } from '@guildhall/domain/wire/schemas/forum/search.js';
import type { ServerStatusResponse } from '@guildhall/domain/wire/schemas/staff/server-status.js';
import type { SiteUploadsResponse, UploadsResponse } from '@guildhall/domain/wire/schemas/members/uploads.js';
import type {
  DeliveriesResponse,
  EmailPauseRow,
  FailedDeliveryRow,
} from '@guildhall/domain/wire/schemas/staff/deliveries.js';
import type { MailRow } from '@guildhall/domain/wire/schemas/staff/mails.js';
import type {
  MatrixResponse,
  PermissionEntryRow,
  RoleHolder,
  RoleRow,
} from '@guildhall/domain/wire/schemas/staff/roles.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type {
  DeletedThreadRow,
  ThreadActionRow,
  ThreadRow,
  ThreadSummary,
  ThreadTitle,
} from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { ApiKeyCreated, ApiKeyRow } from '@guildhall/domain/wire/schemas/staff/api-keys.js';
import type { GameServerLedger, GameServerRow } from '@guildhall/domain/wire/schemas/staff/game-servers.js';
import type { AuditRow, BanRow, UndoResult } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { ProjectionsResponse } from '@guildhall/domain/wire/schemas/staff/projections.js';
import type { AccountRow, BulkResult } from '@guildhall/domain/wire/schemas/staff/users.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import type { GrowthPoint, PlayersPoint } from '@guildhall/domain/wire/schemas/site/statistics.js';
import type { ThemeRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import type { RulesResponse, SettingsResponse, SiteResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import type { MemberStat } from '../shared/state/members.js';
import type { SessionRow } from '../features/settings/sessions-part.js';
import type { TwoStepSetup } from '../features/settings/two-step-setup.js';

/** The wire schemas type these responses, so one that the server would not send does not compile. */
export interface Responses {
  'GET /me': { user: Me | null };
  'POST /login': { success: true; user: Me };
  'POST /logout': WriteResponse;
  'POST /register': RegisterResponse;
  'POST /resend-verification': WriteResponse;
  'POST /registration/resend': WriteResponse;
  'PUT /registration/email': WriteResponse;
  'POST /password/forgot': WriteResponse;
  'POST /password/reset': WriteResponse;
  'POST /reports/appeal': WriteResponse;

  [prefixes: `PUT /forums/sections/${number}/prefixes`]: WriteResponse;
  'PUT /forums/sections/order': WriteResponse;
  'PUT /forums/subsections/order': WriteResponse;
  'GET /forums/permissions': PermissionEntryRow[];
  'GET /admin/roles': RoleRow[];
  'POST /admin/roles': WriteResponse;
  [role: `${'PUT' | 'DELETE'} /admin/roles/${number}`]: WriteResponse;
  [holders: `GET /admin/roles/${number}/holders`]: RoleHolder[];
  [given: `POST /admin/roles/${number}/permissions`]: WriteResponse;
  [taken: `DELETE /admin/roles/${number}/permissions/${string}`]: WriteResponse;
  'GET /forums/permissions/matrix': MatrixResponse;
  'PUT /forums/permissions': WriteResponse;
  'POST /forums/sections': WriteResponse;
  'POST /forums/subsections': WriteResponse;
  [place: `${'PUT' | 'DELETE'} /forums/${'sections' | 'subsections'}/${number}`]: WriteResponse;
  [restored: `POST /forums/${'sections' | 'subsections'}/${number}/restore`]: WriteResponse;
  'GET /forums/member-stats': MemberStat[];
  'GET /forums/staff-stats': MemberStat[];
  'GET /stats/players': PlayersPoint[];
  'GET /stats/servers': ServersResponse;
  'GET /stats/servers/61/history': ServerPoint[];
  'GET /stats/growth': GrowthPoint[];
  [user: `GET /forums/users/${number}`]: UserName;
  'GET /usernames': string[];
  [mail: `POST /admin/mails/${string}/retry`]: WriteResponse;

  'GET /forums/themes': ThemeRow[];
  'POST /forums/themes': WriteResponse;
  'POST /forums/themes/publish': WriteResponse;
  'POST /forums/themes/reset': WriteResponse;
  [theme: `DELETE /forums/themes/${string}`]: WriteResponse;
  'POST /forums/logo': WriteResponse;
  'POST /forums/logo/light': WriteResponse;
  'DELETE /forums/logo': WriteResponse;
  'DELETE /forums/logo/light': WriteResponse;

  'GET /admin/users': AccountRow[];
  [account: `GET /admin/users/${number}`]: AccountRow;
  [history: `GET /admin/users/${number}/history`]: AuditRow[];
  [action: `POST /admin/${'ban' | 'unban' | 'role' | 'delete'}/${number}`]: WriteResponse;
  'POST /admin/users/bulk': WriteResponse & { results: BulkResult[] };

  'GET /admin/bans': BanRow[];
  'GET /admin/audit': AuditRow[];
  'GET /admin/projections': ProjectionsResponse;
  'POST /admin/projections/rebuild': WriteResponse;
  'POST /admin/projections/verify': WriteResponse;
  'GET /admin/game-accounts': PlayerRow[];
  [playerBan: `POST /admin/game-accounts/${number}/${'ban' | 'unban'}`]: WriteResponse & { id: number };
  'GET /admin/game-servers': GameServerRow[];
  [ledger: `GET /admin/game-servers/${number}/ledger`]: GameServerLedger;
  'POST /admin/game-servers': WriteResponse & { id: number };
  [server: `PUT /admin/game-servers/${number}`]: WriteResponse & { id: number };
  [removed: `DELETE /admin/game-servers/${number}`]: WriteResponse & { id: number };
  'GET /admin/keys': ApiKeyRow[];
  'POST /admin/keys': ApiKeyCreated;
  [key: `DELETE /admin/keys/${number}`]: WriteResponse;
  'GET /admin/mails': MailRow[];
  'GET /admin/deliveries': DeliveriesResponse;
  'GET /admin/deliveries/failed': FailedDeliveryRow[];
  'GET /admin/email-pauses': EmailPauseRow[];
  [pause: `POST /admin/email-pauses/${number}/resume`]: WriteResponse;
  'GET /uploads': UploadsResponse;
  [own: `DELETE /uploads/${string}`]: WriteResponse;
  'GET /admin/uploads': SiteUploadsResponse;
  [upload: `DELETE /admin/uploads/${string}`]: WriteResponse;
  'GET /admin/server': ServerStatusResponse;
  'GET /sessions': SessionRow[];
  [session: `DELETE /sessions/${string}`]: WriteResponse;
  'DELETE /sessions': WriteResponse & { ended: number };
  'PUT /account/username': WriteResponse;
  'PUT /account/email': WriteResponse;
  'POST /account/email/confirm': WriteResponse;
  'POST /account/avatar': WriteResponse & { avatar_url: string | null };
  'DELETE /account/avatar': WriteResponse & { avatar_url: string | null };
  'DELETE /account': WriteResponse;
  'GET /account/export': object;
  'POST /password/change': WriteResponse;
  'POST /two-step/setup': TwoStepSetup;
  'POST /two-step/enable': { recovery_codes: string[] };
  'POST /two-step/recovery-codes': { recovery_codes: string[] };
  'POST /two-step/disable': WriteResponse;

  'GET /site': SiteResponse;
  'GET /site/rules': RulesResponse;
  'GET /admin/settings': SettingsResponse;
  'PUT /admin/settings': WriteResponse;
  'POST /admin/test-mail': WriteResponse;

  'GET /search': SearchResponse;
  'GET /reports/mine': OwnReportRow[];
  'POST /reports': WriteResponse;
  'GET /admin/reports/count': ReportCount;
  'GET /admin/reports': ReportRow[];
  [report: `GET /admin/reports/${number}`]: ReportDetail;
  [work: `POST /admin/reports/${number}/${'take' | 'resolve' | 'reopen' | 'note'}`]: WriteResponse;
  'GET /profile/bram': Profile;
  'GET /profile/Bram': Profile;
  'POST /profile/Bram/posts': WriteResponse;
  [wallReplies: `GET /profile/posts/${number}/replies`]: WallReplyRow[];
  [wallReply: `POST /profile/posts/${number}/${'replies' | 'restore'}`]: WriteResponse;
  [wallDeletion: `DELETE /profile/posts/${number}`]: WriteResponse;
  'POST /profile/Bram/follow': WriteResponse;
  'POST /profile/Bram/unfollow': WriteResponse;
  [muting: `POST /profile/${string}/${'mute' | 'unmute'}`]: WriteResponse;
  'GET /profile/Bram/activity': ActivityRow[];
  'POST /admin/audit/undo': WriteResponse & { results: UndoResult[] };
  [wall: `POST /profile/${Lowercase<string>}`]: WriteResponse;

  'GET /game-accounts': MembersGameAccounts;
  'GET /account/game-accounts': OwnGameAccounts;
  'POST /account/game-accounts': WriteResponse;
  'POST /account/game-code': NewGameCode;
  [gameAccount: `DELETE /${'account' | 'admin'}/game-accounts/${number}`]: WriteResponse;

  'GET /presence': OnlineMembers;
  'GET /ignored': PersonRow[];
  'GET /muted': PersonRow[];
  'GET /account/profile': OwnProfile;
  'PUT /account/profile': WriteResponse;
  'GET /bookmarks': BookmarkRow[];
  [bookmarks: `GET /bookmarks/threads/${number}`]: Bookmark[];
  [bookmark: `${'PUT' | 'DELETE'} /bookmarks/${string}`]: WriteResponse;
  'GET /notifications': NotificationsResponse;
  'PUT /notifications/read': WriteResponse;
  'GET /notifications/settings': NotificationSettings;
  [device: `DELETE /notifications/devices/${string}`]: WriteResponse;
  'GET /notifications/devices': DevicesResponse;
  'POST /notifications/devices': { success: true; id: string };
  'PUT /notifications/settings': WriteResponse;

  'GET /forums/sections': SectionRow[];
  'GET /forums/read': ReadMarkRow[];
  'GET /forums/read/places': PlaceUnreadRow[];
  [watch: `GET /forums/watches/${number}`]: WatchResponse;
  'GET /forums/watches': WatchRow[];
  'PUT /forums/watches': WriteResponse;

  'GET /forums/threads': ThreadSummary[];
  'GET /forums/recent': ThreadSummary[];
  'GET /forums/recent/own': ThreadSummary[];
  'GET /forums/thread-titles': ThreadTitle[];
  'POST /forums/threads': WriteResponse;
  'POST /forums/threads/bulk': WriteResponse & { results: BulkResult[] };
  'GET /forums/deleted': DeletedThreadRow[];
  [undo: `POST /admin/audit/${string}/undo`]: WriteResponse;
  [thread: `GET /forums/threads/${number}`]: ThreadRow;
  [thread: `${'PUT' | 'DELETE'} /forums/threads/${number}`]: WriteResponse;
  [solution: `PUT /forums/threads/${number}/solution`]: WriteResponse;
  [acts: `GET /forums/threads/${number}/acts`]: ThreadActionRow[];
  [deleted: `GET /forums/threads/${number}/deleted`]: DeletedPostRow[];
  [read: `PUT /forums/threads/${number}/read`]: WriteResponse;
  [move: `POST /forums/threads/${number}/${'move' | 'restore'}`]: WriteResponse;

  [posts: `GET /forums/posts/${number}`]: PostRow[];
  'POST /forums/posts': WriteResponse;
  'POST /forums/preview': { content_html: string };
  [post: `${'PUT' | 'DELETE'} /forums/posts/${number}`]: WriteResponse;
  [restore: `POST /forums/posts/${number}/restore`]: WriteResponse;
  [history: `GET /forums/posts/${number}/history`]: TextVersion[];
  [replies: `GET /forums/posts/${number}/replies`]: PostRow[];
  /** The member's own reactions in a thread, by post id. */
  [reactions: `GET /forums/reactions/${number}`]: Record<string, Emoji>;
  'PUT /forums/reactions': WriteResponse;
}
