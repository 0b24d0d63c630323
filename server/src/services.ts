import type { EventLog, Position } from '@guildhall/event-store/port.js';
import type { Logger } from 'pino';
import { Authentication } from './accounts/authentication.js';
import { BannedAddresses } from './accounts/banned-addresses.js';
import { createPasswords, type Passwords } from './accounts/passwords.js';
import { AccountVerification } from './accounts/verification.js';
import { isFirstAdminRequest } from './accounts/first-admin.js';
import { Commands } from './commands/commands.js';
import { AccountErasure } from './erasure/erase-user.js';
import { VaultErasure } from './erasure/erasure.js';
import { forgetUsers } from './erasure/forget-users.js';
import { createLimits, type Limits } from './http/rate-limits.js';
import { ReadPositions } from './http/responses/read-positions.js';
import { ResponseCache } from './http/responses/response-cache.js';
import { Responses } from './http/responses/responses.js';
import { Sessions, type Requester } from './http/session.js';
import { LogWatermark } from './log/log-watermark.js';
import { createMail, type Mail } from './mail/mail.js';
import { Policy } from './policy/policy.js';
import { SiteState } from './policy/site-state.js';
import { derivedSecret, type Env } from './process/env.js';
import type { ProjectionsAdmin } from './projector/projections-admin.js';
import { asOf, type AsOf } from './read-models/as-of.js';
import { Directory } from './read-models/members/directory.js';
import { GuestVersion } from './read-models/guest-version.js';
import { MemberRanking } from './read-models/members/member-ranking.js';
import { Rows } from './read-models/rows.js';
import { scrubInWorker } from './search/scrub-search-file.js';
import { Search } from './search/search.js';
import { createStatus } from './status/create-status.js';
import type { StatusPoller } from './status/status-poller.js';
import type { Views } from './stores/views.js';
import { createTexts, type Texts } from './vault/texts.js';
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
  accountVerification: AccountVerification;
  bannedAddresses: BannedAddresses;
  commands: Commands;
  limits: Limits;
  /** The number of players. */
  status: StatusPoller;
  mail: Pick<Mail, 'nudge' | 'removeMailsOf'>;
  accountErasure: AccountErasure;
  vaultErasure: VaultErasure;
}

/** Opened before the services are created, and closed after them. */
export interface Opened {
  log: EventLog;
  vault: Vault;
  /** Of the live generation, which a rebuild replaces. */
  views: Views;
  historyId: string;
  projections: ProjectionsAdmin;
  /** Distinguishes this log from another that replaces it. */
  logId: string;
  /** The position from which the log is followed. */
  head: Position;
}

/** Differences of tests from a server. */
export interface ServiceOptions {
  passwords?: Passwords;
  scrub?: typeof scrubInWorker;
  /** If omitted, mails are sent. */
  mail?: Pick<Mail, 'nudge' | 'removeMailsOf' | 'stop'>;
}

/** Creates all services, in every deployment mode. @returns a function that stops the active ones, too */
export async function createServices(
  env: Env,
  logger: Logger,
  opened: Opened,
  { passwords = createPasswords(), scrub = scrubInWorker, mail: givenMail }: ServiceOptions = {},
): Promise<{ services: Services; stopMail: () => Promise<void> }> {
  const { log, vault, views, historyId, projections, logId } = opened;
  const known = await loadMemory(log, vault);
  const { policy, site, directory } = known;
  const texts = openTexts(opened, known, logger);
  const search = await Search.open({ dataDir: env.dataDir, log, logId, texts, policy, directory, logger, scrub });
  const isGone = (id: number) => policy.isGone(id);
  const mail = givenMail ?? createMail(env, vault, logger, isGone, () => site.settings);
  const secure = env.publicUrl.startsWith('https:');
  const sessions = new Sessions(vault, policy, derivedSecret(env.secret, 'session'), secure);
  const commands = new Commands(log, policy, site, (id) => directory.isMember(id));
  const responseCache = new ResponseCache();
  const logWatermark = new LogWatermark(opened.head);
  const positions = new ReadPositions({ historyId, log, logWatermark, views });
  const held = { sessions, directory, texts, responseCache, mail };
  const forget = (ids: readonly number[]) => forgetUsers(held, ids);
  const vaultErasure = new VaultErasure({ vault, policy, commands, search, forget });
  const limits = createLimits(env.rateLimits);
  const isFirstAdmin = (call: { ip: string | undefined }) => isFirstAdminRequest({ env, policy }, call);
  const bannedAddresses = new BannedAddresses(vault, policy, env.secret);
  const services: Services = {
    env,
    logger,
    log,
    historyId,
    logWatermark,
    positions,
    responses: new Responses({ responseCache, positions, views, policy, directory }),
    responseCache,
    vault,
    views,
    projections,
    ...known,
    ranking: new MemberRanking(views, directory),
    texts,
    rows: new Rows(texts, directory),
    asOf: (asking, at) => asOf({ log, ...known }, asking, at),
    guestVersion: new GuestVersion({ views, ...known }),
    search,
    sessions,
    passwords,
    authentication: new Authentication({ env, vault, policy, passwords, limits }),
    accountVerification: new AccountVerification({ commands, vault, directory, views, isFirstAdmin }),
    bannedAddresses,
    commands,
    limits,
    status: createStatus({ site, commands, logger }),
    mail,
    accountErasure: new AccountErasure({ log, commands, policy, bannedAddresses, vaultErasure }),
    vaultErasure,
  };
  return { services, stopMail: () => mail.stop() };
}

/** What every server holds in memory: permissions, the site's settings, and all names. */
async function loadMemory(log: EventLog, vault: Vault) {
  const policy = new Policy();
  await policy.load(log);
  const site = new SiteState();
  await site.load(log);
  const directory = new Directory(vault, policy);
  await directory.load();
  return { policy, site, directory };
}

function openTexts(
  { vault }: Opened,
  { policy, directory }: Pick<Services, 'policy' | 'directory'>,
  logger: Logger,
): Texts {
  return createTexts(vault, {
    cacheEntries: 20_000,
    erased: (id) => policy.staff.erasedMembers.get(id) === true,
    nameOf: (written) => directory.memberName(written),
    unreadable: (error, authorId) => logger.error({ err: error, authorId }, 'a text cannot be opened'),
  });
}
