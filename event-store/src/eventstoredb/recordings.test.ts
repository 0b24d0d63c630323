import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventStoreDbLog } from './log.js';
import { VersionConflict } from '../port.js';
import type { StoredEvent } from '../port.js';
import { startPeer } from '../testing/eventstoredb-peer/peer.js';
import type { EventStoreDbPeer } from '../testing/eventstoredb-peer/peer.js';
import { startRecordedServer } from '../testing/recordings/recorded-server.js';
import { recording } from '../testing/recordings/recordings.js';
import type { RecordedStep } from '../testing/recordings/recordings.js';
import { Replay } from '../testing/recordings/replay.js';
import { buildEvent } from '../testing/sample-events.js';

const ofDeleting = /delete|tombstone/i;

describe('simulated EventStoreDB server compared with recordings', () => {
  const positions = new Map<string, string>();
  let peer: EventStoreDbPeer;
  let replay: Replay;

  beforeAll(async () => {
    peer = await startPeer({ systemEvery: 1000 });
    const target = peer.address.replace('esdb://', '').replace('?tls=false', '');
    replay = new Replay(target, (position) => positions.get(position) ?? position);
  });

  afterAll(() => {
    replay.close();
    peer.stop();
  });

  const steps = recording.steps.filter(({ step }) => !ofDeleting.test(step));
  it('the replay covers most of the recordings', () => expect(steps).toHaveLength(17));

  it.each(steps.map((step): [string, RecordedStep] => [step.step, step]))(
    'the simulated server responds as the real one did: %s',
    async (_, step) => {
      const { recorded, replayed } = await replay.run(step);
      expect(recorded.length).toBeGreaterThan(0);
      expect(replayed.map((response, i) => toComparable(response, recorded[i]))).toEqual(
        recorded.map((a) => toComparable(a, a)),
      );
    },
  );

  it('the simulated server assigns positions in the same order as the real one', () => {
    const positionPairs = [...positions].map(([recorded, own]) => [Number(recorded), Number(own)] as const);
    positionPairs.sort(([a], [b]) => a - b);
    const own = positionPairs.map(([, position]) => position);
    expect(own.length).toBeGreaterThan(5);
    expect(own).toEqual([...new Set(own)].sort((a, b) => a - b));
  });

  /** Removes values that differ between servers, and maps positions to the recorded ones. */
  function toComparable(response: unknown, recorded: unknown, key = ''): unknown {
    if (
      /^(commit|prepare)Position$/.test(key) &&
      typeof response === 'string' &&
      typeof recorded === 'string' &&
      recorded !== ''
    ) {
      if (response !== recorded && !positions.has(recorded)) positions.set(recorded, response);
      return positions.get(recorded) === response ? recorded : response;
    }
    if (key === 'subscriptionId') return 'some id';
    if (key === 'methodsList') return listStreamMethods(response);
    if (Array.isArray(response)) {
      if (response[0] === 'created') return ['created', 'some time'];
      return response.map((part, i) => toComparable(part, Array.isArray(recorded) ? recorded[i] : undefined, key));
    }
    if (typeof response !== 'object' || response === null) return response;
    const other = (recorded ?? {}) as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(response).map(([name, value]) => [name, toComparable(value, other[name], name)]),
    );
  }
});

describe('reading recorded EventStoreDB responses', () => {
  let server: Awaited<ReturnType<typeof startRecordedServer>>;
  let log: EventStoreDbLog;
  const positions = ['733', '860', '987', '1114', '1241', '1368'].map((offset) => offset.padStart(20, '0'));

  beforeAll(async () => {
    server = await startRecordedServer();
    log = new EventStoreDbLog(server.address);
  });

  afterAll(async () => {
    await log.close();
    server.stop();
  });

  it('parses a recorded append response', async () => {
    const result = await log.append('rec-orders-2', [buildEvent()], 0);
    expect(result).toEqual({ revision: 1, position: positions[4] });
  });

  it('parses a recorded conflict and its actual revision', async () => {
    const event = { ...buildEvent(), id: '00000000-0000-4000-8000-000000000010' };
    await expect(log.append('rec-orders-2', [event], 0)).rejects.toEqual(new VersionConflict('rec-orders-2', 0, 1));
  });

  it('parses every recorded event in a stream', async () => {
    const expected = [1, 2, 3].map((n, revision) =>
      buildRecordedEvent(n, 'rec-orders-1', revision, positions[revision]),
    );
    expect(await log.readStream('rec-orders-1')).toEqual(expected);
  });

  it('parses the recorded response for a missing stream', async () => {
    expect(await log.readStream('rec-missing')).toEqual([]);
  });

  it('reads the recorded log after a position, excluding the event at that position', async () => {
    expect(await log.readAll(positions[0] ?? '', 10)).toEqual([
      buildRecordedEvent(2, 'rec-orders-1', 1, positions[1]),
      buildRecordedEvent(3, 'rec-orders-1', 2, positions[2]),
      buildRecordedEvent(4, 'rec-orders-2', 0, positions[3]),
      buildRecordedEvent(9, 'rec-orders-2', 1, positions[4]),
    ]);
  });

  it('reads the recorded head of the log', async () => {
    expect(await log.readHead()).toBe(positions[4]);
  });

  it('a recorded subscription continues from existing to new events', async () => {
    const receivedEvents: StoredEvent[] = [];
    const stop = new AbortController();
    for await (const batch of log.subscribeAll(positions[0] ?? '', stop.signal)) {
      receivedEvents.push(...batch);
      if (receivedEvents.length >= 5) stop.abort();
    }
    expect(receivedEvents.map(({ position }) => position)).toEqual(positions.slice(1));
    expect(receivedEvents[4]).toEqual(buildRecordedEvent(11, 'rec-orders-1', 3, positions[5]));
  });
});

function buildRecordedEvent(n: number, stream: string, revision: number, position = ''): object {
  const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  return { id, stream, revision, position, type: 'OrderPlaced', data: { n }, metadata: { m: n } };
}

function listStreamMethods(methods: unknown): string[] {
  return (methods as { methodName: string; serviceName: string; featuresList: string[] }[])
    .filter(({ serviceName }) => serviceName === 'event_store.client.streams.streams')
    .filter(({ methodName }) => !ofDeleting.test(methodName))
    .map(({ methodName, featuresList }) => [methodName, ...featuresList].join(' '));
}
