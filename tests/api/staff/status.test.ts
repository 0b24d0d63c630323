import { setTimeout as sleep } from 'node:timers/promises';
import { streams } from '@guildhall/domain/events.js';
import { Commands } from '@guildhall/server/commands/commands.js';
import { systemActor } from '@guildhall/domain/ids.js';
import type { SiteResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import type { GrowthPoint, PlayersPoint, StatusResponse } from '@guildhall/domain/wire/schemas/site/statistics.js';
import { createStatus } from '@guildhall/server/status/create-status.js';
import { createSystemContext } from '@guildhall/server/commands/command-context.js';
import { FakeStatus } from '@guildhall/server/testing/fake-status.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { registerPerson } from '../../support/site/member.js';
import { findFreePort, startServerProcess, createTemporaryFolder } from '../../support/processes/server-process.js';
import { Site } from '../../support/site/site.js';

let site: Site;
let service: FakeStatus;
beforeAll(async () => {
  [site, service] = await Promise.all([Site.start(), FakeStatus.start()]);
});
afterAll(async () => {
  await site.stop();
  await service.stop();
});

const readStatus = () => site.get<StatusResponse>('/status');
const set = (body: object) => site.perform('PUT', '/admin/settings', body, { as: site.admin });
const minute = 60_000;

describe('number of players', () => {
  beforeAll(() => site.services.status.start());

  test('returns 0 players and requests nothing without a configured service', async () => {
    expect(await readStatus()).toEqual({ players: 0, unknown_since: null, modes: [] });
    expect((await site.get<SiteResponse>('/site')).players.counted).toBe(false);
    expect(service.asked).toBe(0);
  });

  test('returns the number of players as soon as an Admin has configured the service', async () => {
    service.respond((req, res) => res.end(`{"players":{"online":${req.url?.endsWith('k') ? 3 : 14}}}`));
    await set({ status_url: service.url, status_modes: [{ mode: 'Kingdoms', status_url: `${service.url}?k` }] });
    const mode = { mode: 'Kingdoms', players: 3, unknown_since: null };
    await vi.waitFor(async () =>
      expect(await readStatus()).toEqual({ players: 14, unknown_since: null, modes: [mode] }),
    );
    expect(await site.get<SiteResponse>('/site')).toMatchObject({
      players: { count: 14, unknown_since: null, counted: true },
      modes: [mode],
    });
  });

  test('a game mode without a status service has a page', async () => {
    const fetchPage = async () => (await fetch(`${site.url}/stats/creative`)).status;
    expect(await fetchPage()).toBe(404);
    await set({ status_modes: [{ mode: 'Creative', status_url: '' }] });
    expect(await fetchPage()).toBe(200);
  });

  test('returns 0 players and the start of the outage if the service fails, without a delay', async () => {
    service.respond((_req, res) => res.writeHead(502).end());
    await set({ status_url: `${service.url}?fails`, status_modes: [] });
    await vi.waitFor(async () => {
      const { players, unknown_since } = await readStatus();
      expect([players, typeof unknown_since]).toEqual([0, 'string']);
    });
    const onEnd = vi.fn();
    const requestArrival = new Promise<void>((resolve) =>
      service.respond((_req, res) => {
        res.on('close', onEnd);
        resolve();
      }),
    );
    await set({ status_url: `${service.url}?never` });
    await requestArrival;
    expect((await readStatus()).unknown_since).not.toBeNull();
    await site.get('/site');
    await set({ status_url: '' });
    expect(onEnd, 'no call waited for the service').not.toHaveBeenCalled();
    expect(await readStatus()).toEqual({ players: 0, unknown_since: null, modes: [] });
  });
});

describe('counting players on two servers', () => {
  const listCounts = async (slot: string) => {
    const events = await site.services.log.readStream(streams.status(slot.slice(0, 7)));
    return events.filter(({ data }) => (data as { slot: string }).slot === slot);
  };

  test('two servers write a single event every five minutes', async () => {
    service.setPlayers(21);
    const { log, policy, logger, site: state } = site.services;
    await site.services.status.stop();
    await set({ status_url: service.url });
    let now = Date.UTC(2026, 0, 31, 23, 57);
    const servers = [1, 2].map(() => {
      const commands = new Commands(log, policy, state, () => true);
      return createStatus({ site: state, commands, logger, now: () => now });
    });
    for (const server of servers) server.start();
    await vi.waitFor(async () => expect(await listCounts('2026-01-31T23:55:00.000Z')).toHaveLength(1));
    now += 4 * minute;
    // A new address is requested immediately, in a separate round. Here, that round falls into the next five minutes
    // and the next month.
    await set({ status_url: `${service.url}?again` });
    for (const server of servers) server.applySettings();
    await vi.waitFor(async () => expect(await listCounts('2026-02-01T00:00:00.000Z')).toHaveLength(1));
    for (const server of servers) await server.stop();
    const [event] = await listCounts('2026-02-01T00:00:00.000Z');
    expect(event).toMatchObject({
      type: 'PlayersCounted.v1',
      data: { slot: '2026-02-01T00:00:00.000Z', players: 21, modes: {} },
      metadata: { actorId: systemActor },
    });
    expect(await site.services.log.readStream(streams.status('2026-01'))).toHaveLength(1);
    expect(await site.services.log.readStream(streams.status('2026-02'))).toHaveLength(1);
    expect(service.asked).toBeGreaterThanOrEqual(4);
  });

  test('records an unknown player count only near the end of the five minutes', async () => {
    const { commands, logger, site: state } = site.services;
    let now = Date.UTC(2026, 3, 1, 12, 1);
    const round = vi.fn();
    const countPlayers: Commands['countPlayers'] = (command, context) => {
      round(command);
      return commands.countPlayers(command, context);
    };
    const server = createStatus({ site: state, commands: { countPlayers }, logger, now: () => now });
    service.respond((_req, res) => res.writeHead(500).end());
    await set({ status_url: `${service.url}?fails` });
    const requests = service.asked;
    server.start();
    await vi.waitFor(() => expect(service.asked).toBe(requests + 1));
    await sleep(100); // A round that records its result would have done so by now.
    expect(round).not.toHaveBeenCalled();
    now += 3 * minute;
    await set({ status_url: `${service.url}?fails-again` });
    server.applySettings();
    await vi.waitFor(async () => expect(await listCounts('2026-04-01T12:00:00.000Z')).toHaveLength(1));
    await server.stop();
    expect((await listCounts('2026-04-01T12:00:00.000Z'))[0]?.data).toMatchObject({ players: null });
    service.setPlayers(21);
  });

  test('continues to count players after a log outage', async () => {
    const warn = vi.spyOn(site.services.logger, 'warn');
    const commands = site.services.commands;
    let isAway = true;
    const countPlayers: Commands['countPlayers'] = (command, context) =>
      isAway ? Promise.reject(new Error('The log is away')) : commands.countPlayers(command, context);
    const getNow = () => Date.UTC(2026, 2, 1);
    const server = createStatus({
      site: site.services.site,
      commands: { countPlayers },
      logger: site.services.logger,
      now: getNow,
    });
    server.start();
    await vi.waitFor(() => expect(warn).toHaveBeenCalled());
    expect(await listCounts('2026-03-01T00:00:00.000Z')).toEqual([]);
    isAway = false;
    await set({ status_url: `${service.url}?later` });
    server.applySettings();
    await vi.waitFor(async () => expect(await listCounts('2026-03-01T00:00:00.000Z')).toHaveLength(1));
    await server.stop();
  });
});

test('requests the status service again after a restart, and can stop during a request', async () => {
  const folder = createTemporaryFolder();
  const [dataDir, port] = [folder, await findFreePort()];
  let server = await startServerProcess({ dataDir, port });
  try {
    service.setPlayers(17);
    const admin = await registerPerson(server, 'Admin');
    const expectCount = () =>
      vi.waitFor(async () => expect(await admin.perform('GET', '/status')).toMatchObject({ players: 17 }));
    await admin.perform('PUT', '/admin/settings', { status_url: service.url });
    await expectCount();
    await server.stop();
    server = await startServerProcess({ dataDir, port });
    await expectCount();
    service.respond(() => undefined);
    const requests = service.asked;
    await admin.perform('PUT', '/admin/settings', { status_url: `${service.url}?never` });
    await vi.waitFor(() => expect(service.asked).toBeGreaterThan(requests));
    expect(await server.stop()).toBe(0);
  } finally {
    await server.kill();
  }
});

describe('player chart', () => {
  const count = async (slot: string, players: number | null, modes: Record<string, number | null> = {}) => {
    const context = createSystemContext('count-players', slot);
    await site.services.commands.countPlayers({ type: 'CountPlayers', slot, players, modes }, context);
    await site.catchUpViews();
  };
  const readPlot = (query: string) => site.get<PlayersPoint[]>(`/stats/players?${query}`);
  const day = 'from=2025-05-01T00:00:00Z&to=2025-05-02T00:00:00Z';

  beforeAll(async () => {
    await count('2025-05-01T10:00:00.000Z', 10, { Kingdoms: 4 });
    await count('2025-05-01T10:05:00.000Z', 15, { Kingdoms: null });
    await count('2025-05-01T11:00:00.000Z', null);
    await count('2025-05-01T12:00:00.000Z', 0);
  });

  test('plots the average and maximum of every hour, and nothing for an hour without data', async () => {
    const points = await readPlot(`${day}&step=1h`);
    expect(points).toHaveLength(24);
    expect(points.slice(9, 14)).toEqual([
      { at: '2025-05-01T09:00:00.000Z', average: null, max: null },
      { at: '2025-05-01T10:00:00.000Z', average: 12.5, max: 15 },
      { at: '2025-05-01T11:00:00.000Z', average: null, max: null },
      { at: '2025-05-01T12:00:00.000Z', average: 0, max: 0 },
      { at: '2025-05-01T13:00:00.000Z', average: null, max: null },
    ]);
  });

  test('plots player counts per five minutes or per day, and for each mode', async () => {
    expect(await readPlot('from=2025-05-01T10:02:00Z&to=2025-05-01T10:10:00Z&step=5m')).toEqual([
      { at: '2025-05-01T10:00:00.000Z', average: 10, max: 10 },
      { at: '2025-05-01T10:05:00.000Z', average: 15, max: 15 },
    ]);
    expect(await readPlot(`${day}&step=1d`)).toEqual([{ at: '2025-05-01T00:00:00.000Z', average: 8.3, max: 15 }]);
    expect(await readPlot(`${day}&step=1d&mode=KINGDOMS`)).toMatchObject([{ average: 4, max: 4 }]);
    expect(await readPlot(`${day}&step=1d&mode=unknown`)).toMatchObject([{ average: null, max: null }]);
  });

  test('plots up to now from the requested time or a default, with at most 2,000 points', async () => {
    const lastDays = await readPlot('to=2100-01-01T00:00:00Z');
    expect(lastDays.length).toBeGreaterThanOrEqual(720);
    expect((lastDays.at(-1)?.at ?? '') <= new Date().toISOString()).toBe(true);
    expect((await readPlot('step=1d')).length).toBeGreaterThanOrEqual(365);
    const tooManyPoints = await site.send('GET', '/stats/players?step=5m&from=2025-01-01T00:00:00Z');
    expect([tooManyPoints.status, tooManyPoints.json]).toEqual([
      400,
      {
        error: 'That would be too many points for one response. Choose larger steps.',
        code: 'too-many-points',
        field: 'from',
      },
    ]);
    expect(await readPlot('from=2025-05-02T00:00:00Z&to=2025-05-01T00:00:00Z')).toEqual([]);
  });
});

describe('growth chart', () => {
  const today = new Date().toISOString().slice(0, 10);
  const readGrowth = (query: string, as = site.member) => site.get<GrowthPoint[]>(`/stats/growth?${query}`, as);
  /** Midnight may fall between two of these tests. */
  const readNow = async (as = site.member) => {
    const points = await readGrowth(`from=${today}`, as);
    const sum = (field: Exclude<keyof GrowthPoint, 'at'>) => points.reduce((total, point) => total + point[field], 0);
    return {
      registered: sum('registered'),
      verified: sum('verified'),
      threads: sum('threads'),
      replies: sum('replies'),
    };
  };
  test("plots each day's registrations and posts, including empty days", async () => {
    const numbersBefore = await readNow();
    await site.createMember('Newcomer');
    const thread = await site.createThread();
    await site.createReply(thread);
    await site.createReply(thread);
    expect(await readNow()).toEqual({
      registered: numbersBefore.registered + 1,
      verified: numbersBefore.verified + 1,
      threads: numbersBefore.threads + 1,
      replies: numbersBefore.replies + 2,
    });
    expect(await readGrowth('from=2025-01-01&to=2025-01-03')).toEqual(
      ['2025-01-01', '2025-01-02', '2025-01-03'].map((at) => {
        return { at, registered: 0, verified: 0, threads: 0, replies: 0 };
      }),
    );
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${today}T23:30:00Z`) }); // On the server's clock, this is tomorrow.
    onTestFinished(() => void vi.useRealTimers());
    const days = await readGrowth('');
    expect([days.length, days.at(-1)?.at]).toEqual([30, today]);
    expect((await site.send('GET', '/stats/growth?from=1990-01-01')).json).toMatchObject({ code: 'too-many-points' });
  });

  test('the growth chart does not count posts in hidden places', async () => {
    const section = await site.createSection();
    await site.hide(section);
    const [memberNumbers, adminNumbers] = [await readNow(), await readNow(site.admin)];
    await site.createReply(await site.createThread(site.admin, { section_id: section }), site.admin);
    expect(await readNow()).toEqual(memberNumbers);
    expect(await readNow(site.admin)).toEqual({
      ...adminNumbers,
      threads: adminNumbers.threads + 1,
      replies: adminNumbers.replies + 1,
    });
    await site.hide(section, null, false);
    expect(await readNow()).toMatchObject({ threads: memberNumbers.threads + 1 });
  });
});
