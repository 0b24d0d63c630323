import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventStoreDbLog } from './log.js';
import { beginning } from '../port.js';
import { PeerCluster } from '../testing/eventstoredb-peer/cluster.js';
import { collectEvents, waitUntil, shortTimes } from '../testing/peer-log.js';
import { buildEvents, createStreamName, writeEvents } from '../testing/sample-events.js';
import { keepWriting, listApplicationIds } from '../testing/writers.js';

/** Longer than one attempt, so the first attempts find no leader. */
const electionMs = 400;
/** The deadline must exceed the second that an attempt spends waiting for the hanging node's gossip. */
const times = { ...shortTimes, deadlineMs: 1300, retryForMs: 15_000, checkFeedMs: 200 };

describe('EventStoreDB adapter on a cluster', () => {
  let cluster: PeerCluster;
  let log: EventStoreDbLog;

  beforeEach(async () => {
    cluster = await PeerCluster.start(electionMs);
    log = new EventStoreDbLog(cluster.address, times);
  });

  afterEach(async () => {
    await log.close();
    cluster.stop();
  });

  it.each(['hang', 'kill', 'resign'] as const)(
    'the adapter loses and duplicates no events if the leader is lost: %s',
    async (loss) => {
      const subscriber = collectEvents(log, beginning);
      const writes = keepWriting(log, 8);
      await writes.waitForCount(32);
      const formerLeader = cluster[loss]();
      await writes.waitForCount(writes.acknowledged.length + 32);
      await cluster.recover(formerLeader);
      await writes.waitForCount(writes.acknowledged.length + 32);
      await writes.stop();
      expect(writes.failures).toBe(0);
      expect([...writes.acknowledged].sort()).toEqual([...listApplicationIds(cluster.ledger)].sort());
      await waitUntil('all are delivered', () => subscriber.events.length >= writes.acknowledged.length, 15_000);
      expect(subscriber.events.map(({ id }) => id)).toEqual(listApplicationIds(cluster.ledger));
    },
  );

  it('retries calls on another node if the leader hangs, and no longer calls that leader', async () => {
    const stored = await writeEvents(log, 2);
    const stream = stored[0]?.stream ?? '';
    const formerLeader = cluster.hang();
    const calls = [log.append(createStreamName(), buildEvents(1), 'no-stream'), log.append(stream, buildEvents(1), 1)];
    const pendingRead = log.readStream(stream);
    expect(await Promise.all(calls)).toHaveLength(2);
    expect((await pendingRead).slice(0, 2)).toEqual(stored);
    const { appends, reads } = formerLeader.counters;
    await writeEvents(log, 5);
    expect(await log.readHead()).not.toBe(beginning);
    expect(formerLeader.counters).toMatchObject({ appends, reads });
  });

  it('moves the subscription away from a hanging leader even without other calls', async () => {
    const subscriber = collectEvents(log, beginning);
    const [former] = [cluster.leader];
    await waitUntil('subscribed', () => former?.counters.openSubscriptions === 1);
    cluster.hang();
    await waitUntil('another leader', () => cluster.leader !== undefined);
    const newLeader = cluster.leader;
    await waitUntil('subscribed there', () => newLeader?.counters.openSubscriptions === 1, 15_000);
    const stored = await writeEvents(log, 3);
    await waitUntil('delivered', () => subscriber.events.length === 3);
    expect(subscriber.events).toEqual(stored);
  });

  it('moves the subscription and reads away from a former leader that lags behind', async () => {
    const subscriber = collectEvents(log, beginning);
    const [firstEvent] = await writeEvents(log, 1);
    const former = cluster.resign();
    former.faults.lagEvents = 100;
    await waitUntil('another leader', () => cluster.leader !== undefined);
    const otherLog = new EventStoreDbLog(cluster.address, times);
    const second = await otherLog.append(firstEvent?.stream ?? '', buildEvents(1), 0);
    expect((await log.readStream(firstEvent?.stream ?? '')).map(({ revision }) => revision)).toEqual([0, 1]);
    expect(await log.readHead()).toBe(second.position);
    await waitUntil('delivered', () => subscriber.events.length === 2, 15_000);
    await otherLog.close();
  });

  it('reads from the leader even if the connection address prefers followers', async () => {
    for (const node of cluster.nodes) if (node !== cluster.leader) node.faults.lagEvents = 100;
    const followerLog = new EventStoreDbLog(`${cluster.address}&nodePreference=follower`, times);
    const stored = await writeEvents(followerLog, 3);
    expect(await followerLog.readStream(stored[0]?.stream ?? '')).toEqual(stored);
    expect(await followerLog.readAll(beginning, 10)).toEqual(stored);
    await followerLog.close();
  });
});
