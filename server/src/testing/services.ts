import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streams } from '@guildhall/domain/events.js';
import { adminRole } from '@guildhall/domain/roles.js';
import { MemoryLog, MemoryRows } from '@guildhall/event-store/testing/memory-log.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import { buildInThisThread } from '@guildhall/projections/rebuild/builder.js';
import { openSqliteGenerations } from '@guildhall/projections/stores/sqlite/generations.js';
import { commitWaitingPages } from '@guildhall/projections/stores/sqlite/shared-commit.js';
import { views, viewSchema } from '@guildhall/projections/views/all-views.js';
import { pino } from 'pino';
import { beforeEach, type beforeAll } from 'vitest';
import { createNewAccount } from '../accounts/accounts.js';
import { createContext } from '../commands/command-context.js';
import { systemActor } from '@guildhall/domain/ids.js';
import { readEnv } from '../process/env.js';
import { Follower } from '../log/follower.js';
import { readLogIdentity } from '../log/log-identity.js';
import { LiveViews } from '../stores/live-views.js';
import { refreshOnEvents } from '../refresh-on-events.js';
import { createPasswords } from '../accounts/passwords.js';
import { createServices, type Services } from '../services.js';
import { Projector } from '../projector/projector.js';
import { scrubInThisThread } from '../search/scrub-search-file.js';
import { openSqliteVault } from '../vault/sqlite/sqlite-vault.js';

export interface TestData {
  rows: MemoryRows;
  folder: string;
  remove(): void;
}

export function testData(): TestData {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-test-'));
  return { rows: new MemoryRows(), folder, remove: () => rmSync(folder, { recursive: true }) };
}

/** Hashes are cheap because tests log in thousands of times. */
const cheap = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

export interface TestServices {
  services: Services;
  projector: Projector;
  /** Must be started only after all listeners have been registered. */
  follower: Follower;
  close(): Promise<void>;
}

/** `beside` is another server with the same data. Its projector serves both. */
export async function testServices(
  data: TestData,
  beside: TestServices | null = null,
  log: EventLog = beside?.services.log ?? new MemoryLog(data.rows),
): Promise<TestServices> {
  const env = readEnv({ DATA_DIR: data.folder, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' });
  const logger = pino({ level: env.logLevel });
  // Commits are frequent because a second server reads only committed data, as with MongoDB.
  const generations = await openSqliteGenerations(data.folder, viewSchema, { commitEveryMs: 25 });
  const vault = await openSqliteVault(join(data.folder, 'vault.db'));
  const logId = await readLogIdentity(log);
  const build = buildInThisThread({ log, generations, views, epoch: 1 });
  const projectorOptions = { stores: { log, generations }, build, logId, epoch: 1, logger };
  const projector = beside?.projector ?? (await Projector.open(projectorOptions));
  const liveViews = beside
    ? new LiveViews(await generations.open(beside.services.views.store.generation), false)
    : projector.live;
  const head = await log.readHead();
  const stores = { log, vault, views: liveViews, historyId: projector.historyId, projections: projector, logId, head };
  const resolve = () => Promise.resolve();
  const notifications = {
    canReachAnyone: () => Promise.resolve(false),
    findReachable: () => Promise.resolve(new Set<number>()),
    send: () => Promise.resolve('sent' as const),
  };
  const mail = { notifications, getFault: () => null, nudge: () => undefined, removeMailsOf: resolve, stop: resolve };
  const overrides = { passwords: createPasswords(cheap), scrub: scrubInThisThread, mail };
  const services = await createServices(env, logger, stores, overrides);
  const follower = new Follower(log, head, logger);
  refreshOnEvents(follower, services, logger);
  if (!beside) projector.start();
  services.search.start();
  const close = async () => {
    await services.status.stop();
    await follower.stop();
    await services.search.stop();
    // Closing a second connection would wait five seconds for an open transaction on this thread.
    if (beside) commitWaitingPages();
    await (beside ? liveViews.close() : projector.stop());
    await generations.close();
    await vault.close();
    if (!beside) await log.close();
  };
  return { services, projector, follower, close };
}

/** Starts a server with its own data before each test, or in another hook, and removes both afterwards. */
export function testServer(hook: typeof beforeEach | typeof beforeAll = beforeEach) {
  let data: TestData;
  let current: TestServices;
  hook(async () => {
    data = testData();
    current = await testServices(data);
    return async () => {
      await current.close();
      data.remove();
    };
  });
  return {
    get services() {
      return current.services;
    },
    get follower() {
      return current.follower;
    },
    restart: async () => {
      await current.close();
      current = await testServices(data);
    },
  };
}

export interface TestMember {
  id: number;
  cookie: string;
}

let members = 100;

export async function addMember(services: Services, name: string): Promise<TestMember> {
  const id = members++;
  await services.vault.createAccount({
    ...createNewAccount(id, name, `${name}@example.org`, 'no password'),
    registered: true,
    verified: true,
    mails: [],
  });
  await services.commands.account({ type: 'Register', userId: id }, testContext());
  await services.commands.account({ type: 'Verify', userId: id }, testContext());
  // A registration does the same.
  await services.directory.refresh([id]);
  return { id, cookie: await createSession(services, id) };
}

export async function makeAdmin(services: Services, userId: number): Promise<void> {
  await giveRole(services, userId, adminRole.id);
}

/** Appends the event directly, which bypasses the checks of the `GiveRole` command. */
export async function giveRole(services: Services, userId: number, roleId: number): Promise<void> {
  const data = { userId, roleId, before: services.policy.getRoleId(userId) };
  const event = { id: randomUUID(), type: 'RoleGiven.v1', data, metadata: { at: new Date().toISOString() } };
  await services.log.append(streams.staff, [event], services.policy.staffFold.revision);
  await services.policy.load(services.log);
}

export async function createSession(services: Pick<Services, 'sessions'>, userId: number): Promise<string> {
  const { cookie } = await services.sessions.begin(userId, 'test');
  return `${cookie.name}=${cookie.value}`;
}

export const testContext = (actorId = systemActor) => createContext(actorId, 'test', undefined, 'test');
