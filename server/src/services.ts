import { listGameServers } from '@guildhall/domain/games/state.js';
import type { EventLog, Position } from '@guildhall/event-store/port.js';
import type { Logger } from 'pino';
import { Authentication } from './accounts/authentication.js';
import { BannedAddresses } from './accounts/banned-addresses.js';
import { KnownCallers } from './accounts/login/known-callers.js';
import { createPasswords, type Passwords } from './accounts/passwords.js';
import { PendingRegistrations } from './accounts/pending-registrations.js';
import { AuditUndo } from './audit/audit-undo.js';
import { Commands } from './commands/commands.js';
import { TimeZones } from './deliveries/change-settings.js';
import type { DeliverySenders } from './deliveries/delivery-content.js';
import { AccountErasure } from './erasure/erase-user.js';
import { forgetUsers, VaultErasure } from './erasure/erasure.js';
import { OwnedFiles } from './files/owned-files.js';
import { GameAccounts } from './games/accounts/game-accounts.js';
import { GameCodes } from './games/accounts/game-codes.js';
import { GameLinks } from './games/accounts/game-links.js';
import { createLedger } from './games/ledger/game-reports.js';
import { PlayerSessions } from './games/accounts/player-sessions.js';
import { ForwardedAddresses } from './http/connections/forwarded-addresses.js';
import { ApiKeys } from './request/api-keys.js';
import { createLimits } from './request/rate-limits.js';
import { ReadPositions } from './request/read-positions.js';
import { ResponseCache } from './http/responses/response-cache.js';
import { Responses } from './http/responses/responses.js';
import { Sessions } from './request/sessions.js';
import type { Requester } from './request/request-context.js';
import { LastChanges } from './log/last-changes.js';
import { LogWatermark } from './log/log-watermark.js';
import { createMail, type Mail } from './mail/mail.js';
import { MeasuredLog } from './metrics/measured-log.js';
import { Metrics } from './metrics/metrics.js';
import { PushDevices } from './push/push-devices.js';
import { PushSender } from './push/push-sender.js';
import { ProjectionLag } from './metrics/projection-lag.js';
import { GameHeads } from './pictures/game-heads.js';
import { encodeServerIcon, pictureLimiter } from './pictures/encode-picture.js';
import { Bookmarks } from './notifications/bookmarks.js';
import { createAvatarUse, createLogoUse } from './pictures/picture-uses.js';
import { ownUploads, Uploads } from './pictures/uploads.js';
import { createTextPictureUse } from './pictures/upload-uses.js';
import { Policy } from './policy/policy.js';
import { SiteState } from './policy/site-state.js';
import type { Env } from './process/env.js';
import { deriveSecret } from './process/secrets.js';
import { Outages } from './stores/outages.js';
import type { ProjectionsAdmin } from './projector/projections-admin.js';
import { loadAsOf, type AsOf } from './read-models/as-of.js';
import { Directory } from './read-models/members/directory.js';
import { Presence } from './read-models/members/presence.js';
import { MemberRanking } from './read-models/members/member-ranking.js';
import { ReadMarks } from './read-models/read-marks.js';
import { Rows } from './read-models/rows.js';
import { scrubInWorker } from './search/scrub-search-file.js';
import { Search } from './search/search.js';
import { createStatus } from './status/create-status.js';
import { ServerStatuses } from './status/server-statuses.js';
import { filterVisibleReports } from './staff/visible-reports.js';
import type { Views } from './stores/views.js';
import { Writing } from './pictures/writing.js';
import { Texts } from './vault/texts.js';
import type { Vault } from './vault/vault.js';

export interface OpenedStores {
  log: EventLog;
  vault: Vault;
  views: Views;
  /** Eight hex digits that prefix every position sent to clients. */
  historyId: string;
  projections: ProjectionsAdmin;
  logId: string;
  head: Position;
  outages?: Outages;
}

export interface ServiceOptions {
  passwords?: Passwords;
  scrub?: typeof scrubInWorker;
  senders?: DeliverySenders;
  mail?: Mail;
}

export type Services = Awaited<ReturnType<typeof createServices>>;

export async function createServices(
  env: Env,
  logger: Logger,
  openedStores: OpenedStores,
  options: ServiceOptions = {},
) {
  const core = await createCore(env, logger, openedStores, options);
  const { log, vault, views, policy, site, directory, texts, commands, responseCache, positions } = core;
  const pushDevices = new PushDevices(core);
  const push = new PushSender({ ...core, pushDevices });
  const { passwords = createPasswords(), senders = { email: core.mail.notifications, push } } = options;
  const accounts = { ...core, passwords };
  const gameAccounts = new GameAccounts(core);
  const gameCodes = new GameCodes(vault, env.secret);
  const knownCallers = new KnownCallers(core);
  const playerSessions = new PlayerSessions(vault);
  const serverStatuses = new ServerStatuses({
    vault,
    logger,
    encodeIcon: encodeServerIcon,
    listServers: () => listGameServers(policy.games),
    readPresence: (serverId) => playerSessions.readPresence(serverId),
  });
  const projectionLag = new ProjectionLag(() => views.store.readCheckpoint());
  measureWaiting(core.metrics, projectionLag, accounts);
  return {
    ...accounts,
    knownCallers,
    projectionLag,
    senders,
    responses: new Responses({ responseCache, positions, policy }),
    ranking: new MemberRanking(views, directory),
    writing: new Writing(core),
    rows: new Rows(texts, directory, views),
    readMarks: new ReadMarks({ vault, views, directory, policy, logger }),
    bookmarks: new Bookmarks(core),
    pushDevices,
    gameAccounts,
    ...createLedger({ ...core, gameAccounts }),
    gameHeads: new GameHeads({ ...core, gameAccounts }),
    gameCodes,
    gameLinks: new GameLinks({ ...core, gameAccounts, gameCodes }),
    playerSessions,
    serverStatuses,
    loadAsOf: (requester: Requester, at: string | undefined): Promise<AsOf> =>
      loadAsOf({ log, policy, site }, requester, at),
    authentication: new Authentication({ ...accounts, knownCallers }),
    pendingRegistrations: new PendingRegistrations(core),
    presence: new Presence({ vault, directory, policy, site }),
    timeZones: new TimeZones({ vault, logger }),
    forwardedAddresses: new ForwardedAddresses({ env, logger }),
    status: createStatus({ site, commands, servers: serverStatuses, logger }),
    auditUndo: new AuditUndo(core),
  };
}

async function createCore(env: Env, logger: Logger, openedStores: OpenedStores, options: ServiceOptions) {
  const { vault, views, historyId, projections, logId, outages = new Outages() } = openedStores;
  const metrics = new Metrics();
  const log: EventLog = new MeasuredLog(openedStores.log, metrics);
  const memoryState = await loadMemory(log, vault);
  const { policy, site, directory } = memoryState;
  const texts = new Texts(vault, {
    maxBytes: 10 * 2 ** 20,
    erased: (id) => policy.staff.erasedMembers.get(id) === true,
    nameOf: (id) => directory.findMemberName(id),
    unreadable: (error, authorId) => logger.error({ err: error, authorId }, 'a text cannot be decrypted'),
  });
  const { scrub = scrubInWorker } = options;
  const search = await Search.open({ dataDir: env.dataDir, log, logId, texts, policy, directory, logger, scrub });
  const isGone = (id: number) => policy.isGone(id);
  const mail = options.mail ?? createMail(env, vault, logger, isGone, site, metrics);
  const apiKeys = new ApiKeys(vault, policy);
  const sessions = new Sessions(vault, policy, deriveSecret(env.secret, 'session'), env);
  const commands = new Commands(log, policy, site, (id) => directory.isMember(id));
  const lastChanges = new LastChanges(openedStores.head);
  const responseCache = new ResponseCache({ views, ...memoryState, lastChanges });
  const logWatermark = new LogWatermark(openedStores.head);
  const positions = new ReadPositions({ historyId, log, logWatermark, views });
  const memory = { sessions, directory, texts, responseCache, mail };
  const forget = (ids: readonly number[]) => forgetUsers(memory, ids);
  const coreServices = { ...memoryState, log, logWatermark, vault, views, texts, responseCache, logger };
  const { files, uploads } = createFiles(coreServices);
  const vaultErasure = new VaultErasure({ log, vault, files, policy, commands, search, forget });
  const bannedAddresses = new BannedAddresses(vault, policy, env.secret);
  const accountErasure = new AccountErasure({ log, commands, policy, bannedAddresses, vaultErasure });
  const limits = createLimits(env.rateLimits);
  return {
    ...coreServices,
    env,
    outages,
    historyId,
    lastChanges,
    positions,
    projections,
    search,
    sessions,
    apiKeys,
    bannedAddresses,
    commands,
    limits,
    metrics,
    mail,
    files,
    uploads,
    accountErasure,
    vaultErasure,
  };
}

interface FileDependencies {
  vault: Vault;
  views: Views;
  log: EventLog;
  logWatermark: LogWatermark;
  policy: Policy;
  directory: Directory;
  site: SiteState;
  texts: Texts;
  responseCache: ResponseCache;
  logger: Logger;
}

function createFiles(core: FileDependencies) {
  const inTexts = createTextPictureUse({
    ...core,
    visibleReports: (actor, reports) => filterVisibleReports(core, actor, reports),
  });
  const uses = [createAvatarUse(core.vault), createLogoUse(core.log, core.site), ownUploads, inTexts];
  const files = new OwnedFiles({ ...core, store: core.vault.fileStore, uses });
  return { files, uploads: new Uploads({ ...core, files }) };
}

function measureWaiting(
  metrics: Metrics,
  projectionLag: ProjectionLag,
  { vault, passwords }: { vault: Vault; passwords: Passwords },
): void {
  metrics.addSource('projection_lag_seconds', () => projectionLag.measureSeconds());
  metrics.addSource('passwords_waiting', () => passwords.waiting);
  metrics.addSource('pictures_waiting', () => pictureLimiter.waiting);
  metrics.addSource('reaction_events_skipped', async () =>
    (await vault.listReactions()).reduce((sum, { skipped }) => sum + skipped.length, 0),
  );
  metrics.addSource('mails_waiting', async () => (await vault.findUnsentMails(1_000)).length);
}

async function loadMemory(log: EventLog, vault: Vault) {
  const policy = new Policy();
  await policy.load(log);
  const site = new SiteState();
  await site.load(log);
  const directory = new Directory(vault, policy);
  await directory.load();
  return { policy, site, directory };
}
