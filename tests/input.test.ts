import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createApp, operationsOf } from '@guildhall/server/app.js';
import { writeAnswer } from '@guildhall/server/answers/write.js';
import { answerErrors } from '@guildhall/server/errors.js';
import { mountOperations, operation, type Operation } from '@guildhall/server/operation.js';
import type { Parts } from '@guildhall/server/parts.js';
import { sessionOf } from '@guildhall/server/testing/parts.js';
import express from 'express';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { attack, isTaken, newReport, validRequest } from './support/attack.js';
import { badCookies, badHeaders, foreignPages } from './support/impostors.js';
import {
  bodyMutations,
  pathMutations,
  queryMutations,
  sentOf,
  wholeBodyMutations,
  type Mutation,
  type ValidRequest,
} from './support/mutations.js';
import { Site, type SiteMember } from './support/site.js';
import { validCalls } from './support/valid-calls.js';

let site: Site;
let names: string[] = [];
const report = newReport();

beforeAll(async () => {
  site = await Site.start(withPlantedFaults);
  names = operationsOf(site.parts).map(({ method, path }) => `${method} ${path}`);
});
afterEach(async () => {
  const reads = await site.send('GET', '/forums/sections');
  expect(reads.status, 'the site answers afterwards').toBe(200);
  expect(await site.newReply(await site.newThread()), 'and takes a reply').toBeGreaterThan(0);
  expect(report.faults.splice(0)).toEqual([]);
});
afterAll(async () => {
  const counts = [...report.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  console.log(`Statuses of all spoilt requests: ${counts.join(', ')}`);
  await site.stop();
});

/** What somebody sends who has a valid session, here and now. A logout takes a session of its own. */
async function requestOf(name: string, who: SiteMember = site.admin): Promise<ValidRequest> {
  const call = validCalls[name];
  if (!call) throw new Error(`There is no valid call of ${name}`);
  const cookie = name === 'post /logout' ? await sessionOf(site.parts, who.id) : who.cookie;
  while ((await site.parts.projections.status()).work) await sleep(10);
  return validRequest(name, site, cookie, async () => call.make(site, who));
}

async function attackAll(mutations: (valid: ValidRequest) => Mutation[], which = names): Promise<void> {
  const sent = () => [...report.statuses.values()].reduce((sum, count) => sum + count, 0);
  const before = sent();
  for (const name of which) {
    await attack(site, () => requestOf(name), mutations, report);
    expect(await isTaken(site, await requestOf(name)), `${name} succeeds with what is not spoilt`).toBe(true);
  }
  expect(sent() - before, 'requests').toBeGreaterThan(100);
}

const isWrite = (name: string) => !name.startsWith('get ');

test('A field of a body that is missing, of another type, huge or hostile is refused or harmless', async () => {
  await attackAll(bodyMutations);
  expect(Object.keys(Object.prototype), 'nothing was added to every object').toEqual([]);
  expect('polluted' in {}).toBe(false);
});

test('A query with hostile values is refused or harmless', async () => {
  await attackAll(queryMutations);
});

test('An id in an address that is none, or names nothing, is refused', async () => {
  await attackAll(pathMutations);
});

test('A body that is broken, of 10 MB or of another type is refused or harmless', async () => {
  await attackAll(({ body }) => wholeBodyMutations(body !== undefined), names.filter(isWrite));
});

test('Headers that are broken, doubled or too long are refused or harmless', async () => {
  await attackAll(() => badHeaders(site.url));
});

test('A page of another site gets nothing done with our session', async () => {
  await attackAll(foreignPages, names.filter(isWrite));
});

const open = new Set([
  ...['post /register', 'post /login', 'post /resend-verification', 'post /logout'],
  ...['post /password/forgot', 'post /password/reset', 'post /reports/appeal'],
]);

test('A forged, expired or ended session is that of a guest', async () => {
  const cookies = Object.entries(await badCookies(site));
  const asGuest = cookies.map(([name, cookie]): Mutation => ({
    name: `a cookie ${name}`,
    mustBeRefused: true,
    spoil: (valid) => ({ ...sentOf(valid), headers: { ...sentOf(valid).headers, cookie } }),
  }));
  await attackAll(
    () => asGuest,
    [...names.filter((name) => isWrite(name) && !open.has(name)), 'get /admin/projections'],
  );
});

test("With the session of another member nobody changes what is mine or the site's", async () => {
  const notMine = Object.entries(validCalls).flatMap(([name, { own }]) =>
    own || !isWrite(name) || open.has(name) ? [] : [name],
  );
  const spoil = (valid: ValidRequest) => ({
    ...sentOf(valid),
    headers: { ...sentOf(valid).headers, cookie: site.other.cookie },
  });
  for (const name of notMine) {
    // Everybody may write in his own name; in another's nobody.
    const mutations = (): Mutation[] => [{ name: "another's cookie", spoil, mustBeRefused: true }];
    await attack(site, () => requestOf(name, site.member), mutations, report);
  }
});

test('Texts that are hard to render are shown within the time', async () => {
  const hostile = ['[', '*', '`', '> ', '![', '<', '_a*', '- ', '\\', '&', '|', '((', '~~', 'https://a.a/(', '\n'];
  const thread = await site.newThread();
  for (const piece of hostile) {
    const content = `a${piece.repeat(20_000).slice(0, 19_998)}b`;
    await site.newReply(thread, site.member, content);
    await site.newThread(site.member, { content });
  }
  for (const path of [`/forums/posts/${thread}`, `/forums/threads?section_id=${site.section}`, '/forums/recent']) {
    const answer = await site.send('GET', path);
    expect(answer.status, path).toBe(200);
  }
});

test(
  'Another round of spoilt bodies leaves no more memory in use than the one before',
  { timeout: 180_000 },
  async () => {
    const names = Object.keys(validCalls).filter((name) => /^(post|put) /.test(name) && !/rebuild|verify/.test(name));
    const inUse = async () => {
      const before = heapInUse();
      for (const name of names.slice(0, 12)) await attack(site, () => requestOf(name), bodyMutations, report);
      return (heapInUse() - before) / 2 ** 20;
    };
    await inUse(); // fills caches
    const grown = [await inUse(), await inUse()];
    console.log(
      `Heap after two more rounds of spoilt bodies: ${grown.map((mib) => mib.toFixed(1)).join(', ')} MiB more`,
    );
    expect(Math.min(...grown)).toBeLessThan(8);
  },
);

test('A call that throws, hangs, writes and then refuses, or refuses in another form is found', async () => {
  const found = async (how: string) => {
    const planted = newReport();
    const make = async () => ({ body: { text: 'fine' } });
    const renew = () => validRequest(`post /planted/${how}`, site, site.admin.cookie, make);
    const tooLong: Mutation = {
      name: 'too long',
      spoil: (valid) => sentOf({ ...valid, body: { text: 'x'.repeat(1_000) } }),
    };
    expect(await isTaken(site, await renew())).toBe(true);
    await attack(site, renew, () => [tooLong], planted);
    return planted.faults.join('; ');
  };
  expect(await found('throws')).toMatch(/\[too long\]: 500/);
  expect(await found('hangs')).toMatch(/\[too long\]: No answer within/);
  expect(await found('writes')).toMatch(/\[too long\]: 403, but the log moved/);
  expect(await found('bare')).toMatch(/\[too long\]: 400 says/);
  expect(await found('html')).toMatch(/\[too long\]: 400 as text\/html/);
  expect(await found('nothing')).toBe('');
});

/** Bytes of the heap that are still reachable. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

/** The product, and beside it calls that go wrong when their text is too long. */
function withPlantedFaults(parts: Parts): express.Express {
  const faults: Record<string, (res: express.Response) => void | Promise<void>> = {
    throws: () => {
      throw new TypeError('planted');
    },
    hangs: () => undefined,
    async writes(res) {
      const at = new Date().toISOString();
      const event = { id: crypto.randomUUID(), type: 'Planted.v1', data: {}, metadata: { at } };
      await parts.log.append(`planted-${event.id}`, [event], 'no-stream');
      res.status(403).json({ error: 'You may not do that.', code: 'forbidden' });
    },
    bare: (res) => void res.status(400).json({ message: 'no' }),
    html: (res) => void res.status(400).send('<p>no</p>'),
    nothing: (res) => void res.status(400).json({ error: 'Too long.', code: 'validation' }),
  };
  const planted = Object.entries(faults).map(([how, fault]): Operation =>
    operation({
      method: 'post',
      path: `/planted/${how}`,
      tag: 'Site',
      summary: 'Goes wrong when its text is too long',
      body: z.object({ text: z.string() }),
      answer: writeAnswer,
      run: async ({ body, res }) => (body.text.length > 100 ? fault(res) : void res.json({ success: true })),
    }),
  );
  const app = express();
  const ours = express.Router();
  ours.use(
    express.json(),
    (req, _res, next) => next(void (req.log = parts.logger)),
    mountOperations(parts, planted, '/api'),
  );
  ours.use(answerErrors);
  app.use((req, res, next) => (req.path.startsWith('/api/planted/') ? ours(req, res, next) : next()));
  app.use(createApp(parts));
  return app;
}
