import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createOperations } from '@guildhall/server/app.js';
import { createSession } from '@guildhall/server/testing/services.js';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { attack, isTaken, createReport, buildValidRequest } from './attack.js';
import { forgeCookies, listBadHeaders, listForeignPages } from './forged-credentials.js';
import {
  listBodyMutations,
  listPathMutations,
  queryMutations,
  toSent,
  listWholeBodyMutations,
  type Mutation,
  type ValidRequest,
} from './mutations.js';
import { withPlantedFaults } from './planted-faults.js';
import { seedOfRun } from '../random.js';
import { type SiteMember, testSite } from '../site/site.js';
import { needsOf } from './needs.js';
import { findRefusals } from './refusals.js';
import { findValidCall, validCalls } from './valid-calls.js';

/** Sends every nth mutation of every nth operation, starting at a random one. */
export function testInvalidRequests({ ofOperations, everyNth }: { ofOperations: number; everyNth: number }): void {
  const site = testSite({ app: withPlantedFaults });
  let names: string[] = [];
  const report = createReport();

  beforeAll(async () => {
    const all = createOperations(site.services).map(({ method, path }) => `${method} ${path}`);
    const firstIndex = seedOfRun();
    names = all.filter((_, n) => (n + firstIndex) % ofOperations === 0);
  });
  afterEach(async () => {
    const reads = await site.send('GET', '/forums/sections');
    expect(reads.status, 'the site answers afterwards').toBe(200);
    expect(await site.createReply(await site.createThread()), 'still accepts a reply').toBeGreaterThan(0);
    expect(report.faults.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    const counts = [...report.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    console.log(`Statuses of all spoilt requests: ${counts.join(', ')}`);
  });

  /** Logging out uses a separate session. */
  async function createRequest(name: string, who: SiteMember = site.admin): Promise<ValidRequest> {
    const makeCall = findValidCall(name);
    const cookie = name === 'post /logout' ? await createSession(site.services, who.id) : who.cookie;
    while ((await site.services.projections.getStatus()).work) await sleep(10);
    return buildValidRequest(name, site, cookie, async () => makeCall(site, who));
  }

  /** Counts across all calls so that each call receives its share of the mutations. */
  let mutationCount = seedOfRun();
  const drawSample = (mutations: readonly Mutation[]) => mutations.filter(() => mutationCount++ % everyNth === 0);

  async function attackAll(mutations: (valid: ValidRequest) => Mutation[], which = names): Promise<void> {
    const countSent = () => [...report.statuses.values()].reduce((sum, count) => sum + count, 0);
    const countBefore = countSent();
    for (const name of which) {
      await attack(
        site,
        () => createRequest(name),
        (valid) => drawSample(mutations(valid)),
        report,
      );
      expect(await isTaken(site, await createRequest(name)), `${name} accepts the valid request`).toBe(true);
    }
    expect(countSent() - countBefore, 'requests').toBeGreaterThan(100 / everyNth);
  }

  const isWrite = (name: string) => !name.startsWith('get ');

  test('rejects or tolerates a missing, mistyped, huge or hostile body field', async () => {
    await attackAll(listBodyMutations);
    expect(Object.keys(Object.prototype), 'Object.prototype is unchanged').toEqual([]);
    expect('polluted' in {}).toBe(false);
  });

  test('rejects or tolerates hostile values in a query', async () => {
    await attackAll(queryMutations);
  });

  test('rejects an invalid or unknown id in an address', async () => {
    await attackAll(listPathMutations);
  });

  // Sends 10 MB to each call, which takes minutes on a busy machine.
  test('rejects or tolerates a malformed, 10 MB or mistyped body', { timeout: 1_200_000 }, async () => {
    await attackAll(({ body }) => listWholeBodyMutations(body !== undefined), names.filter(isWrite));
  });

  test('rejects or tolerates malformed, duplicate or overlong headers', async () => {
    await attackAll(() => listBadHeaders(site.url));
  });

  test("other sites' pages cannot make calls with a member's session", async () => {
    // Another site's page has no key, so calls by game servers need no Origin.
    const withSession = names.filter((name) => isWrite(name) && needsOf[name] !== 'game server');
    await attackAll(listForeignPages, withSession);
  });

  const open = new Set([
    'post /register',
    'post /login',
    'post /resend-verification',
    'post /logout',
    'post /password/forgot',
    'post /password/reset',
    'post /reports/appeal',
  ]);

  /** Calls open to every member that identify their sender in the body or by a cookie. */
  const namingTheirSender = new Set([
    'post /forums/threads',
    'post /forums/posts',
    'post /registration/resend',
    'post /password/change',
    'post /two-step/setup',
  ]);

  test("treats a forged, expired or ended session as a guest's", async () => {
    const cookies = Object.entries(await forgeCookies(site));
    const asGuest = cookies.map(([name, cookie]): Mutation => ({
      name: `a cookie ${name}`,
      mustBeRefused: true,
      spoil: (valid) => withCookie(valid, cookie),
    }));
    await attackAll(
      () => asGuest,
      [...names.filter((name) => isWrite(name) && !open.has(name)), 'get /admin/projections'],
    );
  });

  test("a member's session cannot change data of other members or the site", async () => {
    const namingCalls = Object.keys(validCalls).filter((name) => {
      const { member, other } = findRefusals(name);
      return isWrite(name) && !open.has(name) && (member || other || namingTheirSender.has(name));
    });
    const spoil = (valid: ValidRequest) => withCookie(valid, site.other.cookie);
    for (const name of namingCalls) {
      // Members may write only in their own name.
      const buildMutations = (): Mutation[] => [{ name: "another's cookie", spoil, mustBeRefused: true }];
      await attack(site, () => createRequest(name, site.member), buildMutations, report);
    }
  });

  test('renders expensive content within the time limit', async () => {
    const hostile = ['[', '*', '`', '> ', '![', '<', '_a*', '- ', '\\', '&', '|', '((', '~~', 'https://a.a/(', '\n'];
    const thread = await site.createThread();
    for (const piece of hostile) {
      const content = `a${piece.repeat(20_000).slice(0, 19_998)}b`;
      await site.createReply(thread, site.member, content);
      await site.createThread(site.member, { content });
    }
    for (const path of [`/forums/posts/${thread}`, `/forums/threads?section_id=${site.section}`, '/forums/recent']) {
      const response = await site.send('GET', path);
      expect(response.status, path).toBe(200);
    }
  });

  test('memory use does not grow in a second round of invalid bodies', { timeout: 180_000 }, async () => {
    const names = Object.keys(validCalls).filter((name) => /^(post|put) /.test(name) && !/rebuild|verify/.test(name));
    const measureHeap = async () => {
      const bytesBefore = readHeapInUse();
      for (const name of names.slice(0, 12))
        await attack(
          site,
          () => createRequest(name),
          (valid) => drawSample(listBodyMutations(valid)),
          report,
        );
      return (readHeapInUse() - bytesBefore) / 2 ** 20;
    };
    await measureHeap(); // This fills the caches.
    const heapSizes = [await measureHeap(), await measureHeap()];
    console.log(
      `Heap after two more rounds of spoilt bodies: ${heapSizes.map((mib) => mib.toFixed(1)).join(', ')} MiB more`,
    );
    expect(Math.min(...heapSizes)).toBeLessThan(8);
  });

  test('the check detects a call that throws, hangs, or writes before a refusal', async () => {
    const findProblems = async (how: string, timeoutMs?: number) => {
      const plantedReport = createReport();
      const makeInput = async () => ({ body: { text: 'fine' } });
      const renew = () => buildValidRequest(`post /planted/${how}`, site, site.admin.cookie, makeInput);
      const longText: Mutation = {
        name: 'too long',
        spoil: (valid) => toSent({ ...valid, body: { text: 'x'.repeat(1_000) } }),
      };
      expect(await isTaken(site, await renew())).toBe(true);
      await attack(site, renew, () => [longText], plantedReport, timeoutMs);
      return plantedReport.faults.join('; ');
    };
    expect(await findProblems('throws')).toMatch(/\[too long\]: 500/);
    expect(await findProblems('hangs', 500)).toMatch(/\[too long\]: No response within/);
    expect(await findProblems('writes')).toMatch(/\[too long\]: 403, but the log moved/);
    expect(await findProblems('bare')).toMatch(/\[too long\]: 400 says/);
    expect(await findProblems('html')).toMatch(/\[too long\]: 400 as text\/html/);
    expect(await findProblems('nothing')).toBe('');
  });
}

/** Counts only reachable bytes. */
function readHeapInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

/** Sends the cookie instead of the sender's own, or instead of a game server's key. */
function withCookie(valid: ValidRequest, cookie: string): ReturnType<typeof toSent> {
  const sent = toSent(valid);
  const { authorization: _, ...headers } = sent.headers ?? {};
  return { ...sent, headers: { ...headers, cookie } };
}
