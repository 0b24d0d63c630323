import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, expect, test } from 'vitest';
import { createHealthRoutes } from './health.js';

type Services = Parameters<typeof createHealthRoutes>[0];

let server: Server | undefined;
afterEach(() => server?.close());

interface State {
  away?: 'log' | 'views' | 'vault' | 'files' | 'projections' | 'rights';
  state?: string;
  poison?: number;
}

async function probe({ away, state = 'following', poison = 0 }: State) {
  const check = (part: State['away'], value: unknown = null) =>
    part === away ? Promise.reject(new Error('away')) : Promise.resolve(value);
  const services = {
    log: { readHead: () => check('log') },
    views: { store: { readCheckpoint: () => check('views') } },
    vault: { findSession: () => check('vault'), fileStore: { has: () => check('files') } },
    mail: { getFault: () => null },
    outages: {
      listFaults: () => (away === 'log' ? ['EVENTSTORE_URL: no'] : []),
      getOutageStarts: () => (away === 'log' ? { log: '2026-11-23T12:00:00.000Z' } : {}),
    },
    projections: { getStatus: () => check('projections', { state, poison: Array.from({ length: poison }) }) },
    policy: {
      requireKnown: () => {
        if (away === 'rights') throw new Error('away');
      },
    },
  } as unknown as Services;
  server = createServer(express().use(createHealthRoutes(services)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [health, ready] = [await fetch(`${url}/health`), await fetch(`${url}/ready`)];
  return { health: health.status, ready: ready.status, body: (await ready.json()) as Record<string, unknown> };
}

const healthyChecks = { log: 'ok', views: 'ok', vault: 'ok', files: 'ok', projections: 'ok', rights: 'ok' };

test.each<[string, State]>([
  ['everything works', {}],
  ['a rebuild switches the views', { state: 'paused' }],
])('the server is ready while %s', async (_, state) => {
  expect(await probe(state)).toMatchObject({ health: 200, ready: 200, body: { status: 'ok', ...healthyChecks } });
});

test.each<[string, State]>([
  ['events were skipped', { poison: 2 }],
  ['the projector waits for its store', { state: 'waiting' }],
  ['the projector has failed', { state: 'failed' }],
  ['the projector has not reported for a while', { state: 'away' }],
  ['both', { state: 'away', poison: 1 }],
  ['the file store is unavailable', { away: 'files' }],
])('the server is degraded but still ready while %s', async (_, state) => {
  const { state: projector = 'following', poison = 0, away } = state;
  expect(await probe(state)).toMatchObject({
    health: 200,
    ready: 200,
    body: { status: 'degraded', ...healthyChecks, ...(away && { [away]: 'Error' }), projector, poisonEvents: poison },
  });
});

test.each(['log', 'views', 'vault', 'projections', 'rights'] as const)(
  'the server is alive but not ready while the %s is unavailable, even with skipped events',
  async (away) => {
    for (const poison of [0, 1]) {
      const faults = away === 'log' ? ['EVENTSTORE_URL: no'] : [];
      const outages = away === 'log' ? { log: '2026-11-23T12:00:00.000Z' } : {};
      const body = { status: 'unavailable', ...healthyChecks, [away]: 'Error', outages, faults };
      expect(await probe({ away, poison })).toMatchObject({ health: 200, ready: 503, body });
      server?.close();
    }
  },
);
