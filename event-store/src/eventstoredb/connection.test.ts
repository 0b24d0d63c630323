import { setImmediate as nextTurn } from 'node:timers/promises';
import { Metadata } from '@grpc/grpc-js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EventStoreDbConnection, trackAppend } from './connection.js';
import type { Clients } from './connection.js';
import { ConnectionAbandoned, DeadlineExceeded } from './errors.js';
import { appendCredentials, withShortGossipTimeout } from './settings.js';
import type { Unavailable } from '../port.js';

let connection: EventStoreDbConnection;
let reportedErrors: Unavailable[];

beforeEach(() => {
  reportedErrors = [];
  connection = new EventStoreDbConnection('esdb://127.0.0.1:1?tls=false', (error) => reportedErrors.push(error));
});

afterEach(() => connection.close());

const buildPendingCall = () =>
  connection.run(
    ({ abandonSignal: givenUp }) =>
      new Promise((_, reject) => givenUp.addEventListener('abort', () => reject(givenUp.reason as Error))),
  );

const getClients = () => connection.run((clients) => Promise.resolve(clients));
const failWith = (error: unknown) => connection.run(() => Promise.reject(error as Error));

test.each<[string, unknown]>([
  ['exceeds its deadline locally', new DeadlineExceeded('too late')],
  ['exceeds the deadline of the client', { code: 4, type: 'deadline-exceeded' }],
  ['times out during replication', { code: 10, type: 'timeout' }],
])('replaces the clients and ends their pending calls when a call %s', async (_, error) => {
  const former = await getClients();
  const pendingCalls = [buildPendingCall(), buildPendingCall()];
  await expect(failWith(error)).rejects.toBe(error);
  for (const other of pendingCalls) await expect(other).rejects.toBeInstanceOf(ConnectionAbandoned);
  const next = await getClients();
  expect(next.calls).not.toBe(former.calls);
  expect(next.feed).not.toBe(former.feed);
  expect(next.abandonSignal.aborted).toBe(false);
  expect(reportedErrors).toMatchObject([{ name: 'Unavailable', cause: error, outcomeUnknown: false }]);
});

test("a replaced client's late timeout does not replace the clients again", async () => {
  let rejectLate: (error: Error) => void = () => undefined;
  const lateCall = connection.run(() => new Promise((_, reject) => (rejectLate = reject)));
  await failWith(new DeadlineExceeded('first')).catch(() => undefined);
  const next = await getClients();
  rejectLate(new DeadlineExceeded('second'));
  await expect(lateCall).rejects.toThrow('second');
  expect(await getClients()).toBe(next);
});

test.each([{ code: 14 }, { type: 'wrong-expected-version' }, new Error('no code')])(
  'keeps using the clients after any other error: %o',
  async (error) => {
    const clients = await getClients();
    await expect(failWith(error)).rejects.toBe(error);
    expect(await getClients()).toBe(clients);
    expect(reportedErrors).toEqual([]);
  },
);

test('keeps the channel open until all pending appends are settled', async () => {
  let settle: () => void = () => undefined;
  const clients: Clients = await getClients();
  const append = trackAppend(new Promise<void>((resolve) => (settle = resolve)), clients);
  const closed = new Set<string>();
  for (const name of ['calls', 'feed'] as const) {
    const channel = await (clients[name] as unknown as { getChannel(): Promise<{ close(): void }> }).getChannel();
    const close = channel.close.bind(channel);
    channel.close = () => {
      closed.add(name);
      close();
    };
  }
  await failWith(new DeadlineExceeded('late')).catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  expect(closed.size).toBe(0);
  settle();
  await append;
  await expect.poll(() => [...closed].sort()).toEqual(['calls', 'feed']);
});

test('closes the clients for calls and for the feed', async () => {
  const { calls, feed } = await getClients();
  const disposals = [calls, feed].map((client) => vi.spyOn(client, 'dispose'));
  await connection.close();
  for (const dispose of disposals) expect(dispose).toHaveBeenCalledTimes(1);
});

test('limits the gossip timeout to one second unless the address sets another', () => {
  expect(withShortGossipTimeout('esdb://a:1,b:2')).toBe('esdb://a:1,b:2?gossipTimeout=1');
  expect(withShortGossipTimeout('esdb://a:1,b:2?tls=false')).toBe('esdb://a:1,b:2?tls=false&gossipTimeout=1');
  expect(withShortGossipTimeout('esdb://a:1?tls=false&gossipTimeout=3')).toBe('esdb://a:1?tls=false&gossipTimeout=3');
  for (const name of ['gossip_timeout', 'gossip-timeout', 'GossipTimeout'])
    expect(withShortGossipTimeout(`esdb://a:1?${name}=3`)).toBe(`esdb://a:1?${name}=3`);
});

test('decodes the user name and password in a connection address', () => {
  const address = 'esdb://the%40user:p%40ss%2Fw%3Ard@a:1,b:2?tls=true';
  expect(appendCredentials(address)).toEqual({ username: 'the@user', password: 'p@ss/w:rd' });
});

test.each(['tls=false', 'TLS=false', 'keepAliveInterval=1&tls=false', 'tls=false&keepAliveInterval=1'])(
  'an address without TLS needs no user: %s',
  (query) => {
    expect(appendCredentials(`esdb://a:1?${query}`).username).toBe('insecure');
  },
);

test.each(['', '?tls=true', '?tls=falsey', '?notls=false'])('an address with TLS needs a user: %j', (query) => {
  expect(() => appendCredentials(`esdb://a:1${query}`)).toThrow('needs a user');
});

test('survives a failed reconnection after a failed call', async () => {
  const cluster = new EventStoreDbConnection(
    'esdb://127.0.0.1:1,127.0.0.1:2?tls=false&maxDiscoverAttempts=1&discoveryInterval=1',
  );
  const rejections: unknown[] = [];
  const listener = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', listener);
  const { calls } = await cluster.run((clients) => Promise.resolve(clients));
  const client = calls as unknown as {
    getChannel: () => Promise<unknown>;
    handleError: (failed: object, error: Error) => Promise<void>;
  };
  const discovery = client.getChannel();
  const error = Object.assign(new Error('unavailable'), { code: 14, details: '', metadata: new Metadata() });
  void client.handleError({ getChannel: () => null }, error);
  await expect(discovery).rejects.toThrow(/discover/);
  await nextTurn();
  process.off('unhandledRejection', listener);
  expect(rejections).toEqual([]);
});
