import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { FakeStatus } from '../testing/fake-status.js';
import { buildServerStatus } from '../testing/vault/vault-samples.js';
import type { ListedServer } from './server-statuses.js';
import { StatusPoller, type PollTarget, type PollCounts, type StatusOptions } from './status-poller.js';

let service: FakeStatus;
let settings: PollTarget;
let poller: StatusPoller | undefined;
let rounds: PollCounts[];

beforeEach(async () => {
  service = await FakeStatus.start();
  settings = { statusUrl: service.url, statusModes: [] };
  rounds = [];
});
afterEach(async () => {
  await poller?.stop();
  await service.stop();
});

function startPoller(options: Partial<StatusOptions> = {}): StatusPoller {
  const onRound = async (counts: PollCounts) => void rounds.push(counts);
  poller = new StatusPoller({ getSettings: () => settings, onRound, ...options });
  poller.start();
  return poller;
}

const waitForPlayers = (of: StatusPoller, players: number) =>
  vi.waitFor(() => expect(of.getCurrent()).toMatchObject({ players, unknown_since: null }));

test('reports 0 players as unknown until the first poll has returned a number', async () => {
  const startedAt = new Date().toISOString();
  service.respond((_req, res) => void setTimeout(() => res.end('{"players":{"online":12}}'), 50));
  const startedPoller = startPoller();
  const firstStatus = startedPoller.getCurrent();
  expect(firstStatus.players).toBe(0);
  expect(firstStatus.unknown_since && firstStatus.unknown_since >= startedAt).toBe(true);
  await waitForPlayers(startedPoller, 12);
  expect(rounds).toEqual([{ players: 12, modes: {}, isComplete: true }]);
});

test('the number of players is 0 and unknown while the service fails, and then recovers', async () => {
  service.setPlayers(5);
  const startedPoller = startPoller({ everyMs: 10 });
  await waitForPlayers(startedPoller, 5);
  service.respond((_req, res) => res.writeHead(500).end());
  await vi.waitFor(() => expect(startedPoller.getCurrent().unknown_since).not.toBeNull());
  const firstStatus = startedPoller.getCurrent();
  expect(firstStatus.players).toBe(0);
  const requestCount = service.asked;
  await vi.waitFor(() => expect(service.asked).toBeGreaterThan(requestCount + 3));
  expect(startedPoller.getCurrent()).toEqual(firstStatus);
  expect(rounds.at(-1)).toEqual({ players: null, modes: {}, isComplete: false });
  service.setPlayers(6);
  await waitForPlayers(startedPoller, 6);
});

test('reports a failing status service only once instead of on every poll', async () => {
  const onFailure = vi.fn();
  service.respond((_req, res) => res.destroy());
  startPoller({ everyMs: 5, onFailure });
  await vi.waitFor(() => expect(service.asked).toBeGreaterThan(5));
  expect(onFailure).toHaveBeenCalledTimes(1);
});

test('polls never overlap, even with a slow service or frequent settings changes', async () => {
  service.respond((_req, res) => void setTimeout(() => res.end('{"players":{"online":1}}'), 30));
  const startedPoller = startPoller({ everyMs: 1 });
  for (let n = 0; n < 20; n++) {
    settings = { ...settings, statusUrl: `${service.url}?${n}` };
    startedPoller.applySettings();
    await sleep(7);
  }
  await waitForPlayers(startedPoller, 1);
  expect(service.asked).toBeGreaterThan(3);
  expect(service.atOnce).toBe(1);
});

test('counts each mode separately but polls an address shared by two only once', async () => {
  service.respond((req, res) => res.end(`{"players":{"online":${req.url?.endsWith('?b') ? 2 : 1}}}`));
  const [a, b] = [`${service.url}?a`, `${service.url}?b`];
  settings = {
    statusUrl: a,
    statusModes: [
      { mode: 'Kingdoms', statusUrl: b },
      { mode: 'constructor', statusUrl: a },
      { mode: 'Gone', statusUrl: 'http://127.0.0.1:1/' },
    ],
  };
  const startedPoller = startPoller();
  await vi.waitFor(() => expect(rounds).toHaveLength(1));
  expect(startedPoller.getCurrent()).toEqual({
    players: 1,
    unknown_since: null,
    modes: [
      { mode: 'Kingdoms', players: 2, unknown_since: null },
      { mode: 'constructor', players: 1, unknown_since: null },
      { mode: 'Gone', players: 0, unknown_since: expect.any(String) as string },
    ],
  });
  expect(rounds).toEqual([{ players: 1, modes: { Kingdoms: 2, constructor: 1, Gone: null }, isComplete: false }]);
  expect(service.asked).toBe(2);
});

test("polls a new status address immediately and drops the old address's count", async () => {
  service.respond((req, res) => res.end(`{"players":{"online":${req.url?.endsWith('?new') ? 9 : 4}}}`));
  const startedPoller = startPoller();
  await waitForPlayers(startedPoller, 4);
  settings = { ...settings, statusUrl: `${service.url}?new` };
  expect(startedPoller.getCurrent().players).toBe(0);
  startedPoller.applySettings();
  await waitForPlayers(startedPoller, 9);
  settings = { ...settings, statusUrl: '' };
  startedPoller.applySettings();
  expect(startedPoller.getCurrent()).toEqual({ players: 0, unknown_since: null, modes: [] });
});

test('ignores the response from an address that was changed during the poll', async () => {
  service.respond(
    (req, res) => void setTimeout(() => res.end(`{"players":{"online":${req.url?.endsWith('?new') ? 9 : 4}}}`), 60),
  );
  const startedPoller = startPoller();
  await vi.waitFor(() => expect(service.asked).toBe(1));
  settings = { ...settings, statusUrl: `${service.url}?new` };
  startedPoller.applySettings();
  await waitForPlayers(startedPoller, 9);
  expect(rounds).toEqual([{ players: 9, modes: {}, isComplete: true }]);
});

test('a mode without a status service has the count from its game servers, or an unknown one', () => {
  settings = {
    statusUrl: '',
    statusModes: [
      { mode: 'Sky Block', statusUrl: '' },
      { mode: 'Creative', statusUrl: '' },
    ],
  };
  const since = new Date().toISOString();
  const server = { serverId: 61, name: 'Islands', mode: 'Sky Block', address: '127.0.0.1', edition: 'java' } as const;
  const list = (): ListedServer[] => [
    { server, since, state: 'online', status: buildServerStatus(61, since, { players: 4 }) },
  ];
  const idlePoller = new StatusPoller({ getSettings: () => settings, servers: { list, onChange: () => undefined } });
  expect(idlePoller.getCurrent()).toEqual({
    players: 4,
    unknown_since: null,
    modes: [
      { mode: 'Creative', players: 0, unknown_since: expect.any(String) as string },
      { mode: 'Sky Block', players: 4, unknown_since: null },
    ],
  });
});

test('counts game servers without a status service, and reports their changes', async () => {
  settings = { statusUrl: '', statusModes: [] };
  const since = new Date().toISOString();
  let players: number | null = null;
  let notify: () => void = () => undefined;
  const list = (): ListedServer[] => [
    {
      server: { serverId: 61, name: 'Lobby', mode: 'kingdoms', address: '127.0.0.1', edition: 'java' },
      since,
      state: players === null ? 'unknown' : 'online',
      status: buildServerStatus(61, since, { players }),
    },
  ];
  const startedPoller = startPoller({
    everyMs: 10,
    servers: { list, onChange: (listener) => void (notify = listener) },
  });
  const changed = vi.fn();
  startedPoller.onChange(changed);
  await vi.waitFor(() =>
    expect(rounds[0]).toEqual({
      players: null,
      modes: { kingdoms: null },
      isComplete: false,
      servers: { 61: { state: 'unknown', players: null } },
    }),
  );
  expect(startedPoller.isCounting).toBe(true);
  players = 4;
  notify();
  notify();
  expect(startedPoller.getCurrent()).toMatchObject({ players: 4, modes: [{ mode: 'kingdoms', players: 4 }] });
  await vi.waitFor(() =>
    expect(rounds.at(-1)).toEqual({
      players: 4,
      modes: { kingdoms: 4 },
      servers: { 61: { state: 'online', players: 4 } },
      isComplete: true,
    }),
  );
  expect(changed.mock.calls.length).toBeLessThanOrEqual(2);
  expect(service.asked).toBe(0);
});

test('polls and counts nothing without an address or before the poller starts', async () => {
  const idlePoller = new StatusPoller({ getSettings: () => settings });
  idlePoller.applySettings();
  expect(idlePoller.getCurrent().players).toBe(0);
  settings = { statusUrl: '', statusModes: [] };
  startPoller({ everyMs: 1 });
  await sleep(50);
  expect([service.asked, rounds.length]).toEqual([0, 0]);
});

test('stopping ends the polling without waiting for an unresponsive service', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const read = vi.fn(
    (_address: string, stopping?: AbortSignal) =>
      new Promise<number>((_, reject) => stopping?.addEventListener('abort', () => reject(new Error('aborted')))),
  );
  const startedPoller = startPoller({ read });
  expect(read).toHaveBeenCalledOnce();
  await startedPoller.stop();
  settings = { statusUrl: `${service.url}?new`, statusModes: [] };
  startedPoller.applySettings();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(read).toHaveBeenCalledOnce();
  expect(rounds).toEqual([]);
});
