import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventStoreDbLog } from './log.js';
import { beginning } from '../port.js';
import { PeerCluster } from '../testing/eventstoredb-peer/cluster.js';
import { collectEvents, eventually, shortTimes } from '../testing/peer-log.js';
import { newEvents, newStream, writeEvents } from '../testing/sample-events.js';
import { keepWriting, applicationIds } from '../testing/writers.js';

/** Longer than one attempt, so the first attempts find no leader. */
const electionMs = 400;
/** The deadline exceeds the second that an attempt waits for the hanging node's gossip. */
const times = { ...shortTimes, deadlineMs: 1300, repeatForMs: 15_000, checkFeedMs: 200 };

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
      const following = collectEvents(log, beginning);
      const writing = keepWriting(log, 8);
      await writing.until(32);
      const lost = cluster[loss]();
      await writing.until(writing.acknowledged.length + 32);
      await cluster.recover(lost);
      await writing.until(writing.acknowledged.length + 32);
      await writing.stop();
      expect(writing.failures).toBe(0);
      expect([...writing.acknowledged].sort()).toEqual([...applicationIds(cluster.ledger)].sort());
      await eventually('all are delivered', () => following.events.length >= writing.acknowledged.length, 15_000);
      expect(following.events.map(({ id }) => id)).toEqual(applicationIds(cluster.ledger));
    },
  );

  it('retries calls on another node if the leader hangs, and no longer calls that leader', async () => {
    const stored = await writeEvents(log, 2);
    const stream = stored[0]?.stream ?? '';
    const hung = cluster.hang();
    const calls = [log.append(newStream(), newEvents(1), 'no-stream'), log.append(stream, newEvents(1), 1)];
    const read = log.readStream(stream);
    expect(await Promise.all(calls)).toHaveLength(2);
    expect((await read).slice(0, 2)).toEqual(stored);
    const { appends, reads } = hung.counters;
    await writeEvents(log, 5);
    expect(await log.head()).not.toBe(beginning);
    expect(hung.counters).toMatchObject({ appends, reads });
  });

  it('moves the subscription away from a hanging leader even without other calls', async () => {
    const following = collectEvents(log, beginning);
    const [former] = [cluster.leader];
    await eventually('subscribed', () => former?.counters.openSubscriptions === 1);
    cluster.hang();
    await eventually('another leader', () => cluster.leader !== undefined);
    const next = cluster.leader;
    await eventually('subscribed there', () => next?.counters.openSubscriptions === 1, 15_000);
    const stored = await writeEvents(log, 3);
    await eventually('delivered', () => following.events.length === 3);
    expect(following.events).toEqual(stored);
  });

  it('moves the subscription and reads away from a former leader that lags behind', async () => {
    const following = collectEvents(log, beginning);
    const [first] = await writeEvents(log, 1);
    const former = cluster.resign();
    former.faults.lagEvents = 100;
    await eventually('another leader', () => cluster.leader !== undefined);
    const other = new EventStoreDbLog(cluster.address, times);
    const second = await other.append(first?.stream ?? '', newEvents(1), 0);
    expect((await log.readStream(first?.stream ?? '')).map(({ revision }) => revision)).toEqual([0, 1]);
    expect(await log.head()).toBe(second.position);
    await eventually('delivered', () => following.events.length === 2, 15_000);
    await other.close();
  });

  it('reads from the leader even if the connection address prefers followers', async () => {
    for (const node of cluster.nodes) if (node !== cluster.leader) node.faults.lagEvents = 100;
    const prefers = new EventStoreDbLog(`${cluster.address}&nodePreference=follower`, times);
    const stored = await writeEvents(prefers, 3);
    expect(await prefers.readStream(stored[0]?.stream ?? '')).toEqual(stored);
    expect(await prefers.readAll(beginning, 10)).toEqual(stored);
    await prefers.close();
  });
});
