import { readFileSync } from 'node:fs';
import type { ServerStatusResponse } from '@guildhall/domain/wire/schemas/staff/server-status.js';
import { createOperations } from '@guildhall/server/app.js';
import { ForwardedAddresses } from '@guildhall/server/http/connections/forwarded-addresses.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { testSite } from '../../support/site/site.js';

const token = 'a token of twenty characters';

const site = testSite();
beforeAll(async () => {
  Object.assign(site.services.env, { metricsToken: token });
});

const readServerStatus = () => site.get<ServerStatusResponse>('/admin/server', site.admin);

function scrape(authorization?: string) {
  const headers = { accept: 'text/plain', ...(authorization !== undefined && { authorization }) };
  return site.send('GET', '/metrics', undefined, { prefix: '', headers });
}

async function createSeries(name: string): Promise<Map<string, number>> {
  const { text } = await scrape(`Bearer ${token}`);
  const samples = [...text.matchAll(new RegExp(`^${name}(?:{(.*)})? (\\S+)$`, 'gm'))];
  return new Map(samples.map(([, labels = '', value]) => [labels, Number(value)]));
}

describe('GET /metrics', () => {
  test('responds with 404 to requests for metrics without the token', async () => {
    for (const invalidHeader of [undefined, 'Bearer', `Bearer ${token}x`, token]) {
      const { status, text } = await scrape(invalidHeader);
      expect(status).toBe(404);
      expect(text).not.toContain('guildhall_');
    }
    Object.assign(site.services.env, { metricsToken: null });
    expect((await scrape('Bearer null')).status).toBe(404);
    Object.assign(site.services.env, { metricsToken: token });
  });

  test('serves metrics as uncacheable text for Prometheus', async () => {
    const { status, headers, text } = await scrape(`Bearer ${token}`);
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toMatch(/^# TYPE guildhall_http_requests_total counter$/m);
  });

  test('counts requests by route pattern', async () => {
    const thread = await site.createThread();
    const labels = 'method="GET",route="/api/forums/threads/:id",status="200"';
    const countBefore = (await createSeries('guildhall_http_requests_total')).get(labels) ?? 0;
    for (let n = 0; n < 3; n++) await site.get(`/forums/threads/${thread}`);
    expect((await createSeries('guildhall_http_requests_total')).get(labels)).toBe(countBefore + 3);
  });

  test('exports a fixed number of series, regardless of the requests', async () => {
    for (let n = 0; n < 40; n++) {
      const { name } = await site.createMember(site.createName());
      for (const path of [`/profile/${name}`, `/nothing/${name}`, `/forums/threads/${n}`, `/%E0%A4%A${n}`]) {
        await site.send('GET', path, undefined, { headers: { accept: '*/*' } });
        await site.send('GET', path, undefined, { prefix: '', headers: { accept: 'text/html' } });
      }
      await site.send(`M${n % 2 ? 'KCOL' : 'ERGE'}`, `/nothing/${name}`, undefined, { headers: { accept: '*/*' } });
    }
    const routes = new Set(
      [...(await createSeries('guildhall_http_requests_total')).keys()].map(
        (labels) => /route="(.*?)"/.exec(labels)?.[1],
      ),
    );
    const patterns = new Set(createOperations(site.services).flatMap(({ path }) => [path, `/api${path}`]));
    const otherRoutes = [...routes].filter((route) => !patterns.has(route ?? ''));
    expect(otherRoutes.length).toBeLessThan(10);
    expect(otherRoutes.join()).not.toMatch(/Thing\d/);
    const methods = [...(await createSeries('guildhall_http_requests_total')).keys()].map(
      (labels) => /method="(.*?)"/.exec(labels)?.[1],
    );
    expect(methods).toContain('other');
    expect(methods).not.toContain('MERGE');
  });

  test('counts appends by outcome', async () => {
    const appendCount = async () => (await createSeries('guildhall_appends_total')).get('outcome="written"') ?? 0;
    const countBefore = await appendCount();
    await site.createThread();
    expect(await appendCount()).toBe(countBefore + 1);
    expect((await createSeries('guildhall_append_duration_seconds_count')).get('')).toBeGreaterThan(0);
  });

  test('exports every metric of the Grafana dashboard', async () => {
    const dashboard = readFileSync(new URL('../../../deploy/grafana-dashboard.json', import.meta.url), 'utf8');
    const panels = (JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] }).panels;
    const names = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/guildhall_\w+/g) ?? []));
    const { text } = await scrape(`Bearer ${token}`);
    const metrics = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name));
    const processMetrics = /^guildhall_(process|nodejs)_/; // The library reports these metrics only in a server process.
    const missingMetrics = names.filter(
      (name) => !metrics.has(name.replace(/_bucket$|_count$|_sum$/, '')) && !processMetrics.test(name),
    );
    expect(names.length).toBeGreaterThan(8);
    expect(missingMetrics).toEqual([]);
  });
});

describe('server figures', () => {
  test('the server figures count requests, failures and appends, and show queues', async () => {
    const statusBefore = await readServerStatus();
    await site.createThread();
    const after = await readServerStatus();
    expect(after.appends).toBe(statusBefore.appends + 1);
    expect(after.requests).toBeGreaterThan(statusBefore.requests);
    expect(after).toMatchObject({ failed_requests: 0, projection_lag_seconds: 0, passwords_waiting: 0 });
    expect(after.memory_bytes).toBeGreaterThan(10_000_000);
    expect(Math.abs(after.up_seconds - process.uptime())).toBeLessThan(60);
  });

  test("shows an unavailable store's figures as unknown, and all others as usual", async () => {
    const { vault } = site.services;
    const { findUnsentMails } = vault;
    vault.findUnsentMails = () => Promise.reject(new Error('away'));
    const figures = await readServerStatus();
    vault.findUnsentMails = findUnsentMails;
    expect(figures).toMatchObject({ mails_waiting: null, projection_lag_seconds: 0 });
  });

  test("detects a proxy that hides the visitors' addresses", async () => {
    const { env, logger, forwardedAddresses: local } = site.services;
    const publicEnv = { ...env, publicUrl: 'https://play.example.org' };
    site.services.forwardedAddresses = new ForwardedAddresses({ env: publicEnv, logger });
    const visit = (headers: Record<string, string>) => site.send('GET', '/site', undefined, { headers });
    expect((await readServerStatus()).forwarded_address).toBe('ok');
    await visit({ host: 'play.example.org' });
    expect((await readServerStatus()).forwarded_address).toBe('missing');
    await visit({ host: 'play.example.org', 'x-forwarded-for': '203.0.113.7' });
    expect((await readServerStatus()).forwarded_address).toBe('ok');
    site.services.forwardedAddresses = local;
  });
});
