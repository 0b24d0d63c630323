import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import { buildInThisThread } from '@guildhall/projections/rebuild/builder.js';
import { openLiveViews } from '@guildhall/projections/rebuild/live-generation.js';
import { openMongoGenerations, type MongoGenerations } from '@guildhall/projections/stores/mongo/generations.js';
import { acquireLease } from '@guildhall/projections/stores/mongo/lease.js';
import { dropDatabases, createPrefix, findMongoUrl } from '@guildhall/projections/testing/mongo/mongodb.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLogIdentity } from '../log/log-identity.js';
import { getViewsPrefix } from '../stores/prefixes.js';
import { JobQueue } from './job-queue.js';
import { abandonedAfterMs, OtherVersions } from './other-versions.js';
import type { ProjectionsStatus } from './projections-admin.js';

const server = await findMongoUrl();

describe.skipIf(!server)('views of other versions', () => {
  let prefix: string;
  let url: string;
  let log: MemoryLog;
  let logId: string;
  let otherVersions: OtherVersions;
  const closers: (() => Promise<void>)[] = [];
  const closeAfterTest = <T extends { close(): Promise<void> }>(opened: T) => (
    closers.push(() => opened.close()),
    opened
  );
  beforeEach(async () => {
    prefix = createPrefix();
    const address = new URL(server ?? '');
    address.pathname = prefix;
    url = String(address);
    log = new MemoryLog();
    logId = await readLogIdentity(log);
    otherVersions = closeAfterTest(new OtherVersions(url, 14));
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
    await dropDatabases(server ?? '', prefix);
  });

  /** Creates a version's live views, just as its projector would. */
  async function getViews(version: number, of = logId): Promise<MongoGenerations & { historyId: string }> {
    const databases = { databasePrefix: getViewsPrefix(url, version) };
    const generations = closeAfterTest(await openMongoGenerations(url, {}, databases));
    const build = buildInThisThread({ log, generations, views: [], epoch: 1 });
    const { historyId } = await openLiveViews(generations, { log, logId: of, views: version, epoch: 1 }, build);
    return Object.assign(generations, { historyId });
  }

  async function getLease(generations: MongoGenerations) {
    const lease = await acquireLease(generations.metaDatabase, 'its projector', 30_000);
    closers.push(() => lease?.release() ?? Promise.resolve());
    return lease;
  }

  async function reportStatus(version: number, ago: number): Promise<void> {
    const queue = closeAfterTest(new JobQueue(url, version));
    await queue.publishStatus({ state: 'following' } as ProjectionsStatus);
    const { metaDatabase } = await getViews(version);
    await metaDatabase.collection('projector_status').updateOne({}, { $set: { at: new Date(Date.now() - ago) } });
  }

  it("lists the installation's views in other versions, newest first", async () => {
    for (const version of [9, 13, 14, 15]) await getViews(version);
    const secondVersions = closeAfterTest(new OtherVersions(url.replace(prefix, `${prefix}_v9`), 14));
    expect(await otherVersions.list()).toEqual([15, 13, 9]);
    expect(await secondVersions.list()).toEqual([]);
  });

  it('reports a newer version as running while its projector holds the lease', async () => {
    await getLease(await getViews(13));
    const newerViews = await getViews(15);
    expect(await otherVersions.findNewerAtWork()).toBeNull();
    const lease = await getLease(newerViews);
    expect(await otherVersions.findNewerAtWork()).toBe(15);
    await lease?.release();
    expect(await otherVersions.findNewerAtWork()).toBeNull();
  });

  it('a new version adopts the history from other views of the same log', async () => {
    expect(await otherVersions.findHistory(log, logId)).toBeNull();
    const { historyId } = await getViews(13);
    await getViews(15, 'another log');
    expect(await otherVersions.findHistory(log, logId)).toBe(historyId);
  });

  it("removes views a day after their projector's last report unless it still holds the lease", async () => {
    await reportStatus(11, abandonedAfterMs + 1_000);
    await reportStatus(12, abandonedAfterMs - 60_000);
    await reportStatus(13, abandonedAfterMs + 1_000);
    await getLease(await getViews(13));
    await getViews(14);
    expect(await otherVersions.removeAbandoned()).toEqual([11]);
    expect(await otherVersions.list()).toEqual([13, 12]);
    expect(await (await getViews(14)).findLive()).not.toBeNull();
  });
});
