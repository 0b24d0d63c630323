import type { EventLog, Position } from '@guildhall/event-store/port.js';
import type { Logger } from 'pino';
import { AccountLifecycle } from './accounts/account-lifecycle.js';
import { AccountCreation } from './accounts/accounts.js';
import { Authentication } from './accounts/authentication.js';
import { BannedAddresses } from './accounts/banned-addresses.js';
import { KnownCallers } from './accounts/login/known-callers.js';
import { PasswordChanges } from './accounts/password-changes.js';
import { createPasswords, type Passwords } from './accounts/passwords.js';
import { PendingRegistrations } from './accounts/pending-registrations.js';
import { isFirstAdminRequest } from './accounts/first-admin.js';
import { AuditUndo } from './audit/audit-undo.js';
import { Commands } from './commands/commands.js';
import { AccountErasure } from './erasure/erase-user.js';
import { forgetUsers, VaultErasure } from './erasure/erasure.js';
import { ForwardedAddresses } from './http/connections/forwarded-addresses.js';
import { createLimits } from './request/rate-limits.js';
import { ReadPositions } from './request/read-positions.js';
import { ResponseCache } from './http/responses/response-cache.js';
import { Responses } from './http/responses/responses.js';
import { Sessions } from './request/sessions.js';
import { LastChanges } from './log/last-changes.js';
import { LogWatermark } from './log/log-watermark.js';
import { createMail, type Mail } from './mail/mail.js';
import { MeasuredLog } from './metrics/measured-log.js';
import { Metrics } from './metrics/metrics.js';
import { ProjectionLag } from './metrics/projection-lag.js';
import { pictureLimiter } from './pictures/encode-picture.js';
import { Policy } from './policy/policy.js';
import { SiteState } from './policy/site-state.js';
import { derivedSecret, type Env } from './process/env.js';
import { Outages } from './stores/outages.js';
import type { ProjectionsAdmin } from './projector/projections-admin.js';
import { asOf } from './read-models/as-of.js';
import { Directory } from './read-models/members/directory.js';
import { Presence } from './read-models/members/presence.js';
import { MemberRanking } from './read-models/members/member-ranking.js';
import { ReadMarks } from './read-models/read-marks.js';
import { Rows } from './read-models/rows.js';
import { scrubInWorker } from './search/scrub-search-file.js';
import { Search } from './search/search.js';
import { UserActions } from './staff/user-actions.js';
import type { Services } from './services.js';
import { createStatus } from './status/create-status.js';
import type { Views } from './stores/views.js';
import { createTexts, type Texts } from './vault/texts.js';
import type { Vault } from './vault/vault.js';

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
  /** If omitted, none is noticed. */
  outages?: Outages;
}

/** Differences of tests from a server. */
export interface ServiceOptions {
  passwords?: Passwords;
  scrub?: typeof scrubInWorker;
  /** If omitted, mails are sent. */
  mail?: Pick<Mail, 'nudge' | 'removeMailsOf' | 'fault' | 'stop'>;
}

/** Creates all services, in every deployment mode. @returns a function that stops the active ones, too */
export async function createServices(
  env: Env,
  logger: Logger,
  opened: Opened,
  { passwords = createPasswords(), scrub = scrubInWorker, mail: givenMail }: ServiceOptions = {},
): Promise<{ services: Services; stopMail: () => Promise<void> }> {
  const { vault, views, historyId, projections, logId } = opened;
  const metrics = new Metrics();
  const log = new MeasuredLog(opened.log, metrics);
  const basics = { env, logger, outages: opened.outages ?? new Outages() };
  const known = await loadMemory(log, vault);
  const { policy, site, directory } = known;
  const texts = openTexts(opened, known, logger);
  const search = await Search.open({ dataDir: env.dataDir, log, logId, texts, policy, directory, logger, scrub });
  const isGone = (id: number) => policy.isGone(id);
  const mail = givenMail ?? createMail(env, vault, logger, isGone, () => site.settings, metrics);
  const sessions = new Sessions(vault, policy, derivedSecret(env.secret, 'session'), isSecure(env));
  const commands = new Commands(log, policy, site, (id) => directory.isMember(id));
  const lastChanges = new LastChanges(opened.head);
  const responseCache = new ResponseCache({ views, ...known, lastChanges });
  const logWatermark = new LogWatermark(opened.head);
  const positions = new ReadPositions({ historyId, log, logWatermark, views });
  const held = { sessions, directory, texts, responseCache, mail };
  const vaultErasure = new VaultErasure({ vault, policy, commands, search, forget: (ids) => forgetUsers(held, ids) });
  const limits = createLimits(env.rateLimits);
  const bannedAddresses = new BannedAddresses(vault, policy, env.secret);
  const forAccounts = { env, log, vault, views, policy, directory, sessions, bannedAddresses };
  const accountErasure = new AccountErasure({ log, commands, policy, bannedAddresses, vaultErasure });
  const services: Services = {
    ...{ ...basics, log, historyId, logWatermark, lastChanges, positions },
    responses: new Responses({ responseCache, positions, policy }),
    responseCache,
    vault,
    views,
    projections,
    ...known,
    ranking: new MemberRanking(views, directory),
    texts,
    rows: new Rows(texts, directory, views),
    readMarks: new ReadMarks({ vault, views, directory, commands, policy, logger }),
    asOf: (requester, at) => asOf({ log, ...known }, requester, at),
    search,
    sessions,
    ...accountServices({ ...forAccounts, commands, limits, mail }, passwords),
    bannedAddresses,
    commands,
    limits,
    ...measuring(metrics, { vault, views, passwords }),
    forwardedAddresses: new ForwardedAddresses({ env, logger }),
    status: createStatus({ site, commands, logger }),
    mail,
    accountErasure,
    vaultErasure,
    userActions: new UserActions({ directory, texts, sessions, commands, accountErasure }),
    auditUndo: new AuditUndo({ log, views, texts, commands, limits }),
  };
  return { services, stopMail: () => mail.stop() };
}

/** What the services know of what waits; the gateway adds its own. */
function measuring(metrics: Metrics, { vault, views, passwords }: Pick<Services, 'vault' | 'views' | 'passwords'>) {
  const projectionLag = new ProjectionLag(() => views.store.checkpoint());
  metrics.source('projection_lag_seconds', () => projectionLag.seconds());
  metrics.source('passwords_waiting', () => passwords.waiting);
  metrics.source('pictures_waiting', () => pictureLimiter.waiting);
  metrics.source('reaction_events_skipped', async () =>
    (await vault.reactions()).reduce((sum, { skipped }) => sum + skipped.length, 0),
  );
  metrics.source('mails_waiting', async () => (await vault.unsentMails(1_000)).length);
  return { metrics, projectionLag };
}

const isSecure = ({ publicUrl }: Env): boolean => publicUrl.startsWith('https:');

type ForAccounts = Pick<Services, 'env' | 'log' | 'vault' | 'views' | 'policy' | 'directory' | 'sessions'> &
  Pick<Services, 'bannedAddresses' | 'commands' | 'limits' | 'mail'>;

function accountServices(services: ForAccounts, passwords: Passwords) {
  const knownCallers = new KnownCallers(services);
  const isFirstAdmin = (call: { ip: string | undefined }) => isFirstAdminRequest(services, call);
  return {
    passwords,
    authentication: new Authentication({ ...services, passwords, knownCallers }),
    knownCallers,
    accountCreation: new AccountCreation({ ...services, passwords }),
    accountLifecycle: new AccountLifecycle({ ...services, isFirstAdmin }),
    passwordChanges: new PasswordChanges({ ...services, passwords }),
    pendingRegistrations: new PendingRegistrations(services),
    presence: new Presence(services.vault),
  };
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
    maxBytes: 10 * 2 ** 20,
    erased: (id) => policy.staff.erasedMembers.get(id) === true,
    nameOf: (id) => directory.memberName(id),
    unreadable: (error, authorId) => logger.error({ err: error, authorId }, 'a text cannot be opened'),
  });
}
