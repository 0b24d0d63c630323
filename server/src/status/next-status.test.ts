import { expect, test } from 'vitest';
import { buildServerStatus } from '../testing/vault/vault-samples.js';
import { computeNextStatus, type PingResult } from './next-status.js';
import { StatusUnknown } from './pings/game-status.js';

const start = Date.UTC(2026, 10, 21, 12);
const attempt = { id: 61, target: 'java play.example.org', now: start, jitter: 1 };
const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
const online: PingResult = {
  players: 3,
  maxPlayers: 20,
  version: '1.21.5',
  latencyMs: 9,
  icon: null,
  description: [{ text: 'Open', colour: null, styles: [] }],
};
const refused: PingResult = { error: new Error('No response') };
const unresolvedPing: PingResult = { error: new StatusUnknown('ENOTFOUND') };
const previousPingAt = at(-900);

test('a status starts when the state changes, and its data changes with each ping', () => {
  const firstStatus = computeNextStatus(null, attempt, online);
  expect(firstStatus).toMatchObject({
    state: 'online',
    since: at(0),
    dueAt: at(30),
    failures: 0,
    players: 3,
    icon: null,
  });
  const next = computeNextStatus(firstStatus, { ...attempt, now: start + 30_000 }, { ...online, players: 4 });
  expect(next).toMatchObject({ state: 'online', since: at(0), checkedAt: at(30), dueAt: at(60), players: 4 });
});

test('a server is offline only after a second failed ping, and keeps its description', () => {
  const stored = buildServerStatus(61, previousPingAt);
  const firstStatus = computeNextStatus(stored, attempt, refused);
  expect(firstStatus).toEqual({ ...stored, checkedAt: at(0), dueAt: at(30), failures: 1, error: 'No response' });
  const second = computeNextStatus(firstStatus, { ...attempt, now: start + 30_000 }, refused);
  expect(second).toMatchObject({ state: 'offline', since: at(30), dueAt: at(90), failures: 2, players: null });
  expect(second).toMatchObject({ version: stored.version, description: stored.description, latencyMs: null });
});

test('a server that never responded is offline after a second failed ping, unless its name does not resolve', () => {
  const firstStatus = computeNextStatus(null, attempt, refused);
  expect(firstStatus).toMatchObject({ state: 'unknown', since: at(0), dueAt: at(30), version: '' });
  const later = { ...attempt, now: start + 30_000 };
  expect(computeNextStatus(firstStatus, later, refused)).toMatchObject({ state: 'offline', since: at(30) });
  expect(computeNextStatus(firstStatus, later, unresolvedPing)).toMatchObject({ state: 'unknown', since: at(0) });
});

test('the reason for a failure is shown until the next successful ping', () => {
  const unreachable = { error: Object.assign(new Error(''), { code: 'EHOSTUNREACH' }) };
  const failed = computeNextStatus(buildServerStatus(61, previousPingAt), attempt, unreachable);
  expect(failed.error).toBe('The host cannot be reached');
  expect(computeNextStatus(failed, attempt, { error: new StatusUnknown('The status is not JSON') }).error).toBe(
    'The status is not JSON',
  );
  expect(computeNextStatus(failed, attempt, { error: new Error('x'.repeat(900)) }).error).toHaveLength(200);
  expect(computeNextStatus(failed, attempt, online)).not.toHaveProperty('error');
});

test('waits longer after each failed ping, up to five minutes', () => {
  const delaySeconds: number[] = [];
  let status = computeNextStatus(null, attempt, refused);
  for (let n = 0; n < 6; n++) {
    delaySeconds.push((Date.parse(status.dueAt) - start) / 1_000);
    status = computeNextStatus(status, attempt, refused);
  }
  expect(delaySeconds).toEqual([30, 60, 120, 240, 300, 300]);
  expect(computeNextStatus(status, { ...attempt, jitter: 1.1 }, online)).toMatchObject({ failures: 0, dueAt: at(33) });
});
