import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streams } from '@guildhall/domain/events.js';
import { adminRole } from '@guildhall/domain/roles.js';
import { MemoryLog, MemoryRows } from '@guildhall/event-store/memory/log.js';
import { inThisThread } from '@guildhall/projections/rebuild/builder.js';
import { openSqliteGenerations } from '@guildhall/projections/stores/sqlite/generations.js';
import { views, viewSchema } from '@guildhall/projections/views/all-views.js';
import { pino } from 'pino';
import { newAccount } from '../accounts/accounts.js';
import { Commands, contextOf } from '../commands/commands.js';
import { systemActor } from '@guildhall/domain/ids.js';
import { Directory } from '../read-models/directory.js';
import { readEnv } from '../process/env.js';
import { eraseFromVault } from '../erasure/erasure.js';
import { Follower } from '../log/follower.js';
import { logIdentity } from '../log/log-identity.js';
import { LiveViews } from '../stores/live-views.js';
import { keepFresh } from '../log-listeners.js';
import { LogSight } from '../log/log-watermark.js';
import { MemberRanking } from '../read-models/member-ranking.js';
import { createPasswords } from '../accounts/passwords.js';
import type { Parts } from '../parts.js';
import { Policy } from '../policy/policy.js';
import { Projector } from '../projector/projector.js';
import { createLimits } from '../http/rate-limits.js';
import { Rows } from '../read-models/rows.js';
import { scrubInThisThread } from '../search/scrub-search-file.js';
import { Search } from '../search/search.js';
import { AnswerCache } from '../http/response-cache.js';
import { Sessions } from '../http/session.js';
import { openSqliteVault } from '../vault/sqlite/sqlite-vault.js';
import { SiteState } from '../policy/site-state.js';
import { createStatus } from '../status/create-status.js';
import { createTexts } from '../vault/texts.js';

/** What outlives a server: the events, and the folder with views and vault. */
export interface TestData {
  rows: MemoryRows;
  folder: string;
  remove(): void;
}

export function testData(): TestData {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-test-'));
  return { rows: new MemoryRows(), folder, remove: () => rmSync(folder, { recursive: true }) };
}

/** Tests log in thousands of times. */
const cheap = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

export interface TestParts {
  parts: Parts;
  projector: Projector;
  /** Keeps policy and directory fresh; to be started once all listeners are there. */
  follower: Follower;
  close(): Promise<void>;
}

/**
 * A server's parts in this process: the memory log, and SQLite views and vault in the folder of the data. `beside`:
 * another server on the same data, whose projector works for both.
 */
export async function testParts(data: TestData, beside: TestParts | null = null): Promise<TestParts> {
  const env = readEnv({ DATA_DIR: data.folder, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' });
  const logger = pino({ level: env.logLevel });
  const log = beside?.parts.log ?? new MemoryLog(data.rows);
  const generations = await openSqliteGenerations(data.folder, viewSchema);
  const vault = await openSqliteVault(join(data.folder, 'vault.db'));
  const logId = await logIdentity(log);
  const build = inThisThread({ log, generations, views, epoch: 1 });
  const given = { stores: { log, generations }, build, logId, epoch: 1, logger };
  const projector = beside?.projector ?? (await Projector.open(given));
  const live = beside
    ? new LiveViews(await generations.open(beside.parts.views.store.generation), false)
    : projector.live;
  const head = await log.head();
  const policy = new Policy();
  await policy.load(log);
  const site = new SiteState();
  await site.load(log);
  const directory = new Directory(vault, policy);
  await directory.load();
  const texts = createTexts(vault, {
    cacheEntries: 1_000,
    erased: (id) => policy.staff.gone.get(id) === true,
    nameOf: (written) => directory.memberName(written),
  });
  const searched = { dataDir: env.dataDir, log, logId, texts, policy, directory, logger, scrub: scrubInThisThread };
  const search = await Search.open(searched);
  const commands = new Commands(log, policy, site, (id) => directory.isMember(id));
  const parts: Parts = {
    env,
    logger,
    log,
    historyId: projector.historyId,
    sight: new LogSight(head),
    vault,
    policy,
    site,
    directory,
    ranking: new MemberRanking(live, directory),
    texts,
    projections: projector,
    views: live,
    answers: new AnswerCache(),
    rows: new Rows(texts, directory),
    search,
    sessions: new Sessions(vault, policy, env.secret, false),
    passwords: createPasswords(cheap),
    commands,
    limits: createLimits(env.rateLimits),
    status: createStatus({ site, commands, logger }),
    mail: { nudge: () => undefined, removeMailsOf: () => Promise.resolve() },
    unfinishedErasures: new Map(),
    erase: (userId, dropKey) => eraseFromVault(parts, userId, dropKey),
  };
  const follower = new Follower(log, head, logger);
  keepFresh(follower, parts, logger);
  if (!beside) projector.start();
  search.start();
  const close = async () => {
    await parts.status.stop();
    await follower.stop();
    await search.stop();
    await (beside ? live.close() : projector.stop());
    await generations.close();
    await vault.close();
    if (!beside) await log.close();
  };
  return { parts, projector, follower, close };
}

export interface TestMember {
  id: number;
  /** A Cookie header of a session of his own. */
  cookie: string;
}

let members = 100;

/** A verified member with a session. */
export async function addMember(parts: Parts, name: string): Promise<TestMember> {
  const id = members++;
  await parts.vault.createAccount({
    ...newAccount(id, name, `${name}@example.org`, 'no password'),
    registered: true,
    verified: true,
    mails: [],
  });
  await parts.commands.account({ type: 'Register', userId: id }, aContext());
  await parts.commands.account({ type: 'Verify', userId: id }, aContext());
  return { id, cookie: await sessionOf(parts, id) };
}

/** Makes somebody an Admin beside those that there are. */
export async function makeAdmin(parts: Parts, userId: number): Promise<void> {
  await giveRole(parts, userId, adminRole.id);
}

/** There is no command for it yet: the event is written as one would. */
export async function giveRole(parts: Parts, userId: number, roleId: number): Promise<void> {
  const data = { userId, roleId, before: parts.policy.roleOf(userId) };
  const event = { id: randomUUID(), type: 'RoleGiven.v1', data, metadata: { at: new Date().toISOString() } };
  await parts.log.append(streams.staff, [event], parts.policy.staffFold.revision);
  await parts.policy.load(parts.log);
}

/** A Cookie header of a new session. */
export async function sessionOf(parts: Pick<Parts, 'sessions'>, userId: number): Promise<string> {
  const { cookie } = await parts.sessions.begin(userId, 'test');
  return `${cookie.name}=${cookie.value}`;
}

export const aContext = (actorId = systemActor) => contextOf(actorId, 'test', undefined, 'test');
