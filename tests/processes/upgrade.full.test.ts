import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { streams } from '@guildhall/domain/events.js';
import { EventStoreDbLog } from '@guildhall/event-store/eventstoredb/log.js';
import { findMongoUrl } from '@guildhall/projections/testing/mongo/mongodb.js';
import { viewsVersion } from '@guildhall/projections/views/all-views.js';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFailed, onTestFinished } from 'vitest';
import { NetworkSite, waitUntil } from '../support/processes/network-site.js';
import { createOtherBuild, type OtherBuild } from '../support/processes/upgrading/other-build.js';
import {
  findFreePort,
  spawnNode,
  startServerProcess,
  createTemporaryFolder,
} from '../support/processes/server-process.js';
import { UpgradeClients } from '../support/processes/upgrading/upgrade-clients.js';
import { verifyViews } from '../support/processes/verify-views.js';
import { registerPerson, Person } from '../support/site/member.js';
import type { ServerProcess } from '../support/processes/server-process.js';

const mongo = await findMongoUrl();

const readyTimeoutMs = 180_000; // This includes the time that the server waits for its views.
const timeout = 600_000; // Two servers and two projectors share a busy machine.

let newerBuild: OtherBuild;
beforeAll(() => void (newerBuild = createOtherBuild(createTemporaryFolder())));

async function createMembers(on: ServerProcess): Promise<Person[]> {
  const members: Person[] = [];
  for (const name of ['Admin', 'Steve', 'Robin']) members.push(await registerPerson(on, name));
  return members;
}

const at = (server: ServerProcess, { cookie, me }: Person): Person =>
  Object.assign(new Person(server.url), { cookie, me });

describe.skipIf(!mongo)('two versions sharing the same stores', () => {
  let site: NetworkSite;
  beforeEach(async () => {
    site = await NetworkSite.open(mongo ?? '');
    onTestFailed(() => console.log(site.readOutput()));
  });
  afterEach(() => site.close());

  it('two versions run side by side during a takeover without any failed request', { timeout }, async () => {
    const oldProjector = await site.startProjector();
    const oldServer = await site.startServer();
    const members = await createMembers(oldServer);
    const [admin] = members as [Person];
    const clients = await UpgradeClients.start(members);
    await clients.runRounds(2);

    await site.startProjector(newerBuild.file('projector-main'));
    const next = await site.startServer(undefined, { file: newerBuild.file('main'), readyTimeoutMs });
    await clients.runRounds(2); // The old views are still being updated in the meantime.
    clients.moveTo(next.url, 2);
    await clients.runRounds(2);
    expect(clients.faults).toEqual([]);
    expect(await verifyViews(at(oldServer, admin))).toBe('No difference.');
    expect(await verifyViews(at(next, admin))).toBe('No difference.');
    clients.moveTo(next.url);
    await clients.runRounds(1);
    expect(await oldServer.stop()).toBe(0);
    expect(await oldProjector.stop()).toBe(0);
    await clients.runRounds(2);
    await clients.stop();
    expect(clients.faults).toEqual([]);
    expect(await verifyViews(at(next, admin))).toBe('No difference.');
    console.log(`${clients.acknowledged} replies, ${clients.stale} of them stale`);
  });

  it('an older version remains on standby until no newer one is running', { timeout }, async () => {
    const nextProjector = await site.startProjector(newerBuild.file('projector-main'));
    const next = await site.startServer(undefined, { file: newerBuild.file('main'), readyTimeoutMs });
    const members = await createMembers(next);
    const clients = await UpgradeClients.start(members);
    await clients.runRounds(2);
    const findPointer = () => site.openMeta(newerBuild.version).collection('pointers').findOne({});
    const pointerBefore = await findPointer();

    const oldProjector = await site.startProjector();
    const startingServer = site.startServer(await findFreePort(), { readyTimeoutMs });
    const standbyMessage = `standing by: a newer projector is building the views of version ${newerBuild.version}`;
    await waitUntil(
      async () => oldProjector.output(),
      (output) => output.includes(standbyMessage),
    );
    await clients.runRounds(2);
    expect(await findPointer()).toEqual(pointerBefore);
    expect(await site.openMeta(viewsVersion).collection('pointers').findOne({})).toBeNull();
    expect(clients.faults).toEqual([]);

    expect(await nextProjector.stop()).toBe(0);
    const oldServer = await startingServer;
    clients.moveTo(oldServer.url);
    await clients.runRounds(2);
    expect(await next.stop()).toBe(0);
    await clients.runRounds(2);
    await clients.stop();
    expect(clients.faults).toEqual([]);
    expect(await verifyViews(at(oldServer, members[0] as Person))).toBe('No difference.');
  });

  it('stops the older version when the newer one writes a permission event unknown to it', async () => {
    await site.startProjector();
    const oldServer = await site.startServer();
    await registerPerson(oldServer, 'Admin');
    const log = new EventStoreDbLog(site.peer.address);
    onTestFinished(() => log.close());
    const events = await log.readStream(streams.staff);
    const event = { id: randomUUID(), type: 'RolesMerged.v9', data: {}, metadata: { at: new Date().toISOString() } };
    await log.append(streams.staff, [event], events.length === 0 ? 'no-stream' : events.length - 1);
    if (oldServer.child.exitCode === null) await once(oldServer.child, 'exit');
    expect(oldServer.child.exitCode).toBe(1);
    expect(oldServer.output()).toContain('the server is exiting: the log contains an event RolesMerged.v9');
    const refusalMessage =
      /did not become ready:\n[^\n]*the log contains an event RolesMerged\.v9 at \S+ in the stream staff[^\n]*\n$/;
    await expect(site.startServer()).rejects.toThrow(refusalMessage);
  });
});

describe('upgrade in embedded mode', () => {
  it('an upgrade needs only one restart, because the views are prepared beforehand', async () => {
    const data = createTemporaryFolder();
    const port = await findFreePort();
    const oldServer = await startServerProcess({ dataDir: data, port });
    onTestFinished(() => oldServer.kill());
    const members = await createMembers(oldServer);
    const clients = await UpgradeClients.start(members);
    await clients.runRounds(2);

    const env = { PORT: String(port) };
    const preparation = spawnNode(newerBuild.file('command-line'), { dataDir: data, env, words: ['prepare'] });
    const [code] = (await once(preparation.child, 'close')) as [number | null];
    expect(preparation.output()).toContain(`The views of version ${newerBuild.version} are ready.`);
    expect(code).toBe(0);
    await clients.runRounds(2);
    expect(await verifyViews(members[0] as Person)).toBe('No difference.');
    expect(await readLive()).toMatchObject({ views: viewsVersion });
    await clients.stop();
    expect(clients.faults).toEqual([]);
    expect(await oldServer.stop()).toBe(0);

    const next = await startServerProcess({ dataDir: data, port, file: newerBuild.file('main') });
    onTestFinished(() => next.kill());
    expect(await readLive()).toMatchObject({ views: newerBuild.version });
    expect(existsSync(join(data, 'views-next'))).toBe(false);
    const after = await UpgradeClients.start(members);
    await after.runRounds(2);
    await after.stop();
    await clients.stop(); // This compares everything that was written before the restart.
    expect([...after.faults, ...clients.faults]).toEqual([]);
    expect(await verifyViews(members[0] as Person)).toBe('No difference.');

    async function readLive(): Promise<unknown> {
      return JSON.parse(readFileSync(join(data, 'views-live.json'), 'utf8')) as unknown;
    }
  });
});
