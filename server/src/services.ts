import type { EventLog } from '@guildhall/event-store/port.js';
import type { Logger } from 'pino';
import type { AccountLifecycle } from './accounts/account-lifecycle.js';
import type { AccountCreation } from './accounts/accounts.js';
import type { Authentication } from './accounts/authentication.js';
import type { BannedAddresses } from './accounts/banned-addresses.js';
import type { PasswordChanges } from './accounts/password-changes.js';
import type { Passwords } from './accounts/passwords.js';
import type { AuditUndo } from './audit/audit-undo.js';
import type { Commands } from './commands/commands.js';
import type { AccountErasure } from './erasure/erase-user.js';
import type { VaultErasure } from './erasure/erasure.js';
import type { Limits } from './http/rate-limits.js';
import type { ReadPositions } from './http/responses/read-positions.js';
import type { ResponseCache } from './http/responses/response-cache.js';
import type { Responses } from './http/responses/responses.js';
import type { Sessions, Requester } from './http/session.js';
import type { LogWatermark } from './log/log-watermark.js';
import type { Mail } from './mail/mail.js';
import type { Policy } from './policy/policy.js';
import type { SiteState } from './policy/site-state.js';
import type { Env } from './process/env.js';
import type { ProjectionsAdmin } from './projector/projections-admin.js';
import type { AsOf } from './read-models/as-of.js';
import type { Directory } from './read-models/members/directory.js';
import type { GuestVersion } from './read-models/guest-version.js';
import type { MemberRanking } from './read-models/members/member-ranking.js';
import type { Rows } from './read-models/rows.js';
import type { Search } from './search/search.js';
import type { UserActions } from './staff/user-actions.js';
import type { StatusPoller } from './status/status-poller.js';
import type { Views } from './stores/views.js';
import type { Texts } from './vault/texts.js';
import type { Vault } from './vault/vault.js';

/** The services that the routes and the gateway use. A module below them names the few of these that it needs. */
export interface Services {
  env: Env;
  logger: Logger;
  log: EventLog;
  /** Eight hex digits before every position that leaves the server: positions of another history are invalid here. */
  historyId: string;
  logWatermark: LogWatermark;
  positions: ReadPositions;
  responses: Responses;
  responseCache: ResponseCache;
  vault: Vault;
  views: Views;
  projections: ProjectionsAdmin;
  policy: Policy;
  site: SiteState;
  directory: Directory;
  ranking: MemberRanking;
  texts: Texts;
  rows: Rows;
  guestVersion: GuestVersion;
  /** The present state, or that of a moment of the past. */
  asOf: (asking: Requester, at: string | undefined) => Promise<AsOf>;
  search: Search;
  sessions: Sessions;
  passwords: Passwords;
  authentication: Authentication;
  accountCreation: AccountCreation;
  accountLifecycle: AccountLifecycle;
  passwordChanges: PasswordChanges;
  bannedAddresses: BannedAddresses;
  commands: Commands;
  limits: Limits;
  /** The number of players. */
  status: StatusPoller;
  mail: Pick<Mail, 'nudge' | 'removeMailsOf'>;
  accountErasure: AccountErasure;
  vaultErasure: VaultErasure;
  userActions: UserActions;
  auditUndo: AuditUndo;
}
