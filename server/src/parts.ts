import type { EventLog } from '@guildhall/event-store/port.js';
import type { Logger } from 'pino';
import type { Commands } from './commands/commands.js';
import type { Directory } from './read-models/directory.js';
import type { Env } from './process/env.js';
import type { Limits } from './http/rate-limits.js';
import type { MemberRanking } from './read-models/member-ranking.js';
import type { Passwords } from './accounts/passwords.js';
import type { Policy } from './policy/policy.js';
import type { ProjectionsAdmin } from './projector/projections-admin.js';
import type { Rows } from './read-models/rows.js';
import type { Search } from './search/search.js';
import type { SiteState } from './policy/site-state.js';
import type { Sessions } from './http/session.js';
import type { StatusPoller } from './status/status-poller.js';
import type { AnswerCache } from './http/response-cache.js';
import type { LogSight } from './log/log-watermark.js';
import type { Texts } from './vault/texts.js';
import type { Vault } from './vault/vault.js';
import type { Views } from './stores/views.js';

/** Everything that the routes and the gateway work with. Made in one place for each way to run, and by tests. */
export interface Parts {
  env: Env;
  logger: Logger;
  log: EventLog;
  /** Eight hex digits before every position that leaves the server: positions of another history mean nothing here. */
  historyId: string;
  sight: LogSight;
  vault: Vault;
  views: Views;
  policy: Policy;
  site: SiteState;
  directory: Directory;
  ranking: MemberRanking;
  texts: Texts;
  rows: Rows;
  search: Search;
  answers: AnswerCache;
  sessions: Sessions;
  passwords: Passwords;
  commands: Commands;
  limits: Limits;
  /** How many play. */
  status: StatusPoller;
  projections: ProjectionsAdmin;
  /** Sends pending mails now; removes the written mails of erased accounts. */
  mail: { nudge(): void; removeMailsOf(accountIds: readonly number[]): Promise<void> };
  /** Who goes as the log says, and whether with his texts: until he is out of the vault and of this server. */
  unfinishedErasures: Map<number, boolean>;
  /** Erases an account everywhere it is kept. */
  erase(userId: number, dropKey: boolean): Promise<void>;
}
