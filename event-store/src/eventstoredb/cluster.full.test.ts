import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventStoreDbLog } from './log.js';
import { beginning } from '../port.js';
import { PeerCluster } from '../testing/eventstoredb-peer/cluster.js';
import { collectEvents, waitUntil } from '../testing/peer-log.js';
import { createStreamName } from '../testing/sample-events.js';
import { listApplicationIds, keepWriting } from '../testing/writers.js';

/** Measured on three real nodes. */
const electionMs = 1300;
const writers = 8;

describe('EventStoreDB adapter on a cluster with realistic timing', () => {
  let cluster: PeerCluster;
  let log: EventStoreDbLog;

  beforeEach(async () => {
    cluster = await PeerCluster.start(electionMs);
    log = new EventStoreDbLog(cluster.address);
  });

  afterEach(async () => {
    await log.close();
    cluster.stop();
  });

  it.each([
    ['hang', 8000],
    ['kill', 3000],
    ['resign', 3000],
  ] as const)(
    'the adapter recovers within the time limit after the leader is lost: %s, %i ms',
    async (loss, maxSilenceMs) => {
      const subscriber = collectEvents(log, beginning);
      const writes = keepWriting(log, writers);
      const silences: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        await writes.waitForCount(writes.acknowledged.length + 64);
        const leader = cluster.leader;
        // The leader writes the last appends it receives but does not respond.
        leader?.faults.appends.push(...Array.from({ length: writers }, () => ({ kind: 'write-then-hang' as const })));
        await waitUntil('the appends hang', () => leader?.faults.appends.length === 0);
        writes.maxSilenceMs = 0;
        const formerLeader = cluster[loss]();
        await writes.waitForCount(writes.acknowledged.length + 64);
        const count = writes.acknowledged.length;
        await waitUntil('the feed has them', () => subscriber.events.length >= count, maxSilenceMs);
        silences.push(writes.maxSilenceMs);
        await cluster.recover(formerLeader);
      }
      await writes.stop();
      expect(writes.failures).toBe(0);
      expect(Math.max(...silences)).toBeLessThan(maxSilenceMs);
      expect([...writes.acknowledged].sort()).toEqual([...listApplicationIds(cluster.ledger)].sort());
      await waitUntil('all are delivered', () => subscriber.events.length >= writes.acknowledged.length, 15_000);
      expect(subscriber.events.map(({ id }) => id)).toEqual(listApplicationIds(cluster.ledger));
    },
  );

  it('the adapter recovers if all nodes are lost during writes, reads and a subscription', async () => {
    const subscriber = collectEvents(log, beginning);
    const writes = keepWriting(log, 32);
    for (let round = 0; round < 3; round += 1) {
      await writes.waitForCount(writes.acknowledged.length + 64);
      const reads = Promise.allSettled(Array.from({ length: 20 }, () => log.readStream(createStreamName())));
      for (const node of cluster.nodes) node.stop();
      await sleep(2500);
      for (const node of cluster.nodes) await node.start();
      await reads;
    }
    await writes.stop();
    const ids = listApplicationIds(cluster.ledger);
    expect([...writes.acknowledged].sort()).toEqual([...ids].sort());
    await waitUntil('all are delivered', () => subscriber.events.length >= ids.length, 15_000);
    expect(subscriber.events.map(({ id }) => id)).toEqual(ids);
  });
});
