import { createApp } from '@guildhall/server/app.js';
import { ResponseCache } from '@guildhall/server/http/responses/response-cache.js';
import { Responses } from '@guildhall/server/http/responses/responses.js';
import type { Services } from '@guildhall/server/services.js';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createRandom, seedOfRun } from '../../support/random.js';
import { Site, type SiteMember } from '../../support/site/site.js';

const seed = seedOfRun();
const random = createRandom(seed);
const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;

/** Requests with this header bypass the response cache, so cached and fresh responses can be compared. */
const uncachedHeaders = { 'x-afresh': '1' };
const [onCached, onMade] = [vi.fn(), vi.fn()];

function respondTwice(services: Services): RequestListener {
  const { responseCache } = services;
  const getOrMake = responseCache.getOrMake.bind(responseCache);
  responseCache.getOrMake = async (key, from, make, isValid) => {
    const makeSpy = vi.fn(make);
    const response = await getOrMake(key, from, makeSpy, isValid);
    (makeSpy.mock.calls.length === 0 ? onCached : onMade)();
    return response;
  };
  const neverCache = new ResponseCache({ ...services, lastChanges: { isUnchanged: () => false } });
  const responses = new Responses({ ...services, responseCache: neverCache });
  const [app, fresh] = [createApp(services), createApp({ ...services, responseCache: neverCache, responses })];
  return (req, res) => void (req.headers['x-afresh'] ? fresh : app)(req, res);
}

let site: Site;
let places: { section_id: number; subsection_id: number | null }[];
const [threads, replies]: [number[], number[]] = [[], []];
let prefix = 0;
let people: SiteMember[];

beforeAll(async () => {
  site = await Site.start({ app: respondTwice });
  people = [site.admin, site.member, site.other, await site.createMember('Kim')];
  const second = await site.createSection();
  places = [
    { section_id: site.section, subsection_id: null },
    { section_id: site.section, subsection_id: await site.createSubsection() },
    { section_id: second, subsection_id: null },
  ];
  const prefixes = [{ label: 'Bug', color: 'red' }];
  await site.perform('PUT', `/forums/sections/${site.section}/prefixes`, { prefixes }, { as: site.admin });
  const [section] = await site.get<{ prefixes: { id: number }[] }[]>('/forums/sections');
  prefix = section?.prefixes[0]?.id ?? 0;
  for (let n = 0; n < 4; n++) threads.push(await site.createThread(pick(people), pick(places)));
  for (let n = 0; n < 12; n++) replies.push(await site.createReply(pick(threads), pick(people), `Says @Robin ${n}`));
}, 60_000);
afterAll(() => site.stop());

/** Each write either changes something or is refused. */
const writes: readonly (() => [method: string, path: string, body: object])[] = [
  () => ['POST', '/forums/posts', { thread_id: pick(threads), content: `A reply ${random()}` }],
  () => ['PUT', `/forums/posts/${pick(replies)}`, { content: `Edited ${random()}` }],
  () => ['DELETE', `/forums/posts/${pick(replies)}`, {}],
  () => ['POST', `/forums/posts/${pick(replies)}/restore`, {}],
  () => ['PUT', '/forums/reactions', buildReaction()],
  () => ['POST', '/forums/threads', { ...pick(places), title: `Thread ${random()}`, content: 'New' }],
  () => ['PUT', `/forums/threads/${pick(threads)}`, buildTexts({ locked: pick([0, 1]), sticky: pick([0, 1]) })],
  () => ['PUT', `/forums/threads/${pick(threads)}`, buildTexts({ prefix_id: pick([null, prefix]) })],
  () => ['POST', `/forums/threads/${pick(threads)}/move`, pick(places)],
  () => ['DELETE', `/forums/threads/${pick(threads)}`, {}],
  () => ['POST', `/forums/threads/${pick(threads)}/restore`, {}],
  () => [
    'PUT',
    '/forums/permissions',
    { ...pick(places), entries: pick([[], [{ role_id: 2, can_view: 0, ...rest }]]) },
  ],
  () => [
    'PUT',
    `/forums/sections/${pick(places).section_id}`,
    { name: site.createName(), display_name: site.createName() },
  ],
  () => ['PUT', `/forums/sections/${site.section}/prefixes`, { prefixes: [{ id: prefix, ...pick(labels) }] }],
  () => ['PUT', '/admin/settings', { image_hosts: pick([[], ['images.example']]) }],
  () => ['POST', `/admin/role/${pick(people.slice(2)).id}`, { role: pick([1, 2]) }],
  () => ['POST', `/admin/ban/${people[3]?.id}`, {}],
  () => ['POST', `/admin/unban/${people[3]?.id}`, {}],
  () => ['POST', `/profile/Steve/posts`, { content: `On a wall ${random()}` }],
  () => ['POST', `/profile/Robin/${pick(['follow', 'unfollow'])}`, {}],
  () => ['PUT', '/forums/watches', { kind: 'thread', id: pick(threads), level: pick(['watching', 'muted']) }],
  () => ['PUT', '/account/profile', { about: `About ${random()}` }],
];
const rest = { can_post: 1, can_reply: 1, can_delete_post: 0, can_emoji_react: 1 };
const labels = [
  { label: 'Bug', color: 'red' },
  { label: 'Fault', color: 'red' },
];
const buildTexts = (more: object) => ({
  title: `Title ${random()}`,
  content: 'See ![x](https://images.example/x.png)',
  ...more,
});
const buildReaction = () => ({ ...pick([buildThread, pickReply])(), emoji: pick(['like', null]) });
const buildThread = () => ({ kind: 'thread', id: pick(threads) });
const pickReply = () => ({ kind: 'post', id: pick(replies) });

/** Addresses with cached responses, each requested by one of four readers. */
const addresses: readonly (() => string)[] = [
  ...buildThreadAddresses(() => pick(threads)),
  () => '/api/forums/recent?limit=10',
  () => '/api/forums/sections',
  () => `/api/forums/threads?section_id=${site.section}&limit=10`,
  () => `/api/forums/thread-titles?threads=${threads.slice(0, 3).join(',')}`,
  () => '/api/forums/member-stats?limit=5',
  () => `/forums/thread/${pick(threads)}`,
  () => `/forums/thread/${pick(threads)}`,
  () => pick(['/forums', '/latest', '/members']),
];

function buildThreadAddresses(id: () => number) {
  return [
    () => `/api/forums/threads/${id()}`,
    () => `/api/forums/posts/${id()}?limit=5`,
    () => `/api/forums/posts/${id()}?last=4`,
    () => `/api/forums/threads/${id()}/acts?limit=5`,
  ];
}

async function read(path: string, as: SiteMember | undefined, more: object) {
  if (!path.startsWith('/api')) return readPage(path, as, more);
  const { status, text, headers } = await site.send('GET', path, undefined, { as, prefix: '', headers: { ...more } });
  return { status, text: withoutPositions(text), link: headers.link, etag: headers.etag };
}

/** Parts of the page are cached in Brotli-compressed form. */
async function readPage(path: string, as: SiteMember | undefined, more: object) {
  const headers = { accept: 'text/html', 'accept-encoding': 'br', ...(as && { cookie: as.cookie }), ...more };
  const response = await fetch(site.url + path, { headers });
  expect(response.headers.get('content-encoding')).toBe('br');
  return { status: response.status, text: withoutPositions(await response.text()) };
}

/** A cached page contains an older position as the starting point of its live topics. */
const withoutPositions = (text: string) => text.replace(/"guildhall-position":"[^"]+"/g, '');

async function expectFresh(path: string, as: SiteMember | undefined, after: string) {
  const description = `${path} as ${as?.name ?? 'a guest'} after ${after}, SEED=${seed}`;
  const response = await read(path, as, {});
  expect(response, description).toEqual(await read(path, as, uncachedHeaders));
}

test('cached responses are identical to fresh ones', { timeout: 120_000 }, async () => {
  for (let step = 0; step < 80; step++) {
    const sender = random() < 0.5 ? site.admin : pick(people);
    const [method, path, body] = pick(writes)();
    const { status, json } = await site.send(method, path, body, { as: sender });
    if (status < 300 && path === '/forums/posts') replies.push((json as { id: number }).id);
    const after = `${method} ${path} ${JSON.stringify(body)} by ${sender.name}: ${status}`;
    for (let n = 0; n < 6; n++) await expectFresh(pick(addresses)(), pick([undefined, ...people.slice(0, 3)]), after);
  }
  expect(onCached.mock.calls.length).toBeGreaterThan(100);
  expect(onMade.mock.calls.length).toBeGreaterThan(100);
});

test('a cached response never contains an erased member or their posts', { timeout: 60_000 }, async () => {
  const erasedMember = await site.createMember('Gone');
  const id = await site.createThread(site.member, { section_id: await site.createSection() });
  await site.createReply(id, erasedMember, 'Their own words');
  const pages = [`/api/forums/posts/${id}?limit=5`, `/forums/thread/${id}`];
  for (const path of pages) expect((await read(path, undefined, {})).text).toContain('Their own words');
  await site.perform('POST', `/admin/delete/${erasedMember.id}`, { texts: true }, { as: site.admin });
  for (const path of pages) {
    expect((await read(path, undefined, {})).text).not.toContain('Their own words');
    await expectFresh(path, undefined, 'an erasure');
  }
});

test("a page cached by role includes only the reader's own responses", async () => {
  const [one, two] = [await site.createMember('First'), await site.createMember('Second')];
  const id = await site.createThread(one, { section_id: await site.createSection() });
  const path = `/forums/thread/${id}`;
  const readEmailsOn = async (as?: SiteMember) =>
    (await read(path, as, {})).text.match(/(?:First|Second)@example\.org/g) ?? [];
  for (let n = 0; n < 2; n++) {
    expect(await readEmailsOn(one)).toEqual(['First@example.org']);
    expect(await readEmailsOn(two)).toEqual(['Second@example.org']);
    expect(await readEmailsOn()).toEqual([]);
  }
  await site.perform('PUT', '/forums/watches', { kind: 'thread', id, level: 'muted' }, { as: two });
  expect((await read(path, two, {})).text).toContain('"level":"muted"');
  expect((await read(path, one, {})).text).not.toContain('"level":"muted"');
});

test('never serves an earlier version of a reply from the cache after a restart', async () => {
  const id = await site.createThread(site.member, { section_id: await site.createSection() });
  const edited = await site.createReply(id, site.member, 'As it was');
  await site.restart(); // After a restart, the server must look up the reply's thread.
  const path = `/api/forums/posts/${id}?limit=5`;
  expect((await read(path, undefined, {})).text).toContain('As it was');
  await site.perform('PUT', `/forums/posts/${edited}`, { content: 'As it is' }, { as: site.member });
  expect((await read(path, undefined, {})).text).toContain('As it is');
});
