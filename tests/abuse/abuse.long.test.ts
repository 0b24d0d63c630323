import { afterEach, expect, it } from 'vitest';
import { attackServer, startAbused } from '../support/abuse/abuse.js';
import { createTemporaryFolder, type ServerProcess } from '../support/processes/server-process.js';
import { verifyViews } from '../support/processes/verify-views.js';
import { Person } from '../support/site/member.js';

const minutes = Number(process.env['ABUSE_MINUTES'] ?? 10);
const maxHeldMs = 250;
const maxGrowth = 1.15;

const servers: ServerProcess[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill();
});

it(`${minutes} minutes of attacks cause no outage, delay or memory growth for visitors`, async () => {
  const [server, idle] = [await startAbused(createTemporaryFolder()), await startAbused(createTemporaryFolder())];
  servers.push(server, idle);
  const report = await attackServer(server, idle, minutes * 60_000);
  console.log(JSON.stringify(report));
  expect(report.failed).toEqual([]);
  expect(report.heldMs).toBeLessThan(maxHeldMs);
  expect(report.memoryMb.end).toBeLessThan(maxGrowth * report.memoryMb.middle);
  const admin = new Person(server.url);
  expect((await admin.logIn('Alex')).status).toBe(200);
  expect(await verifyViews(admin)).toBe('No difference.');
});
