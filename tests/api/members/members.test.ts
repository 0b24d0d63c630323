import { beforeAll, describe, expect, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPages } from '../../support/site/pages.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

interface Stat {
  id: number;
  username: string;
  posts: number;
  role: string | null;
}

const site = testSite();
let thread: number;
const members = new Map<string, SiteMember>();

beforeAll(async () => {
  thread = await site.createThread(site.admin);
  for (const [name, replies] of [
    ['bob', 2],
    ['Anna', 2],
    ['Carl', 4],
    ['annabel', 0],
    ['Zoe', 2],
  ] as const) {
    const member = await site.createMember(name);
    members.set(name, member);
    for (let i = 0; i < replies; i++) await site.createReply(thread, member);
  }
});

const listNames = (stats: Stat[]) => stats.map(({ username, posts }) => `${username} ${posts}`);
const readStats = async (query = '') => listNames(await site.get<Stat[]>(`/forums/member-stats${query}`));
const all = ['Carl 4', 'Anna 2', 'bob 2', 'Zoe 2', 'Alex 1', 'annabel 0', 'Robin 0', 'Steve 0'];

describe('member list', () => {
  test('sorts members by posts, then by name regardless of case, on every page', async () => {
    expect(await readStats()).toEqual(all);
    for (const limit of [1, 2, 3, 8]) {
      const foundPages = await readPages<Stat>(site, `/forums/member-stats?limit=${limit}`);
      expect(
        foundPages
          .map(({ length }) => length)
          .slice(0, -1)
          .every((length) => length === limit),
      ).toBe(true);
      expect(listNames(foundPages.flat())).toEqual(all);
    }
    expect((await readPages(site, '/usernames?limit=3')).flat()).toEqual(all.map((row) => row.split(' ')[0]));
  });

  test('paginates the members whose name contains the search text, regardless of case', async () => {
    expect(await readStats('?search=NNa')).toEqual(['Anna 2', 'annabel 0']);
    expect(await readStats('?search=%20anna%20')).toEqual(['Anna 2', 'annabel 0']);
    expect(await readStats('?search=nobody')).toEqual([]);
    expect(await readStats('?search=.*')).toEqual([]);
    expect(await readStats('?search=')).toEqual(all);
    expect(listNames((await readPages<Stat>(site, '/forums/member-stats?search=o&limit=1')).flat())).toEqual([
      'bob 2',
      'Zoe 2',
      'Robin 0',
    ]);
    expect((await readPages(site, '/usernames?search=anna')).flat()).toEqual(['Anna', 'annabel']);
  });

  test('rejects an invalid page number in the member list', async () => {
    for (const query of [
      'cursor=abc',
      'cursor=-1.bob',
      'cursor=1',
      'limit=0',
      'limit=1001',
      `search=${'x'.repeat(41)}`,
    ]) {
      const response = await site.send('GET', `/forums/member-stats?${query}`);
      expect([response.status, response.json], query).toMatchObject([400, { code: 'validation' }]);
    }
  });

  test("counts a member's visible threads and replies as soon as a write is acknowledged", async () => {
    const zoe = members.get('Zoe') as SiteMember;
    const ownThread = await site.createThread(zoe);
    const reply = await site.createReply(ownThread, zoe);
    expect((await readStats())[1]).toBe('Zoe 4');
    await site.perform('DELETE', `/forums/posts/${reply}`, undefined, { as: zoe });
    expect((await readStats())[1]).toBe('Zoe 3');
    await site.perform('DELETE', `/forums/threads/${ownThread}`, undefined, { as: zoe });
    expect(await readStats()).toEqual(all);
  });

  test('the member list omits unverified and erased members', async () => {
    const guest = await site.createMember('Passing');
    expect(await readStats('?search=passing')).toEqual(['Passing 0']);
    await site.perform('POST', `/admin/delete/${guest.id}`, { texts: true }, { as: site.admin });
    expect(await readStats('?search=passing')).toEqual([]);
    expect(await readStats()).toEqual(all);
    const form = { email: 'new@example.org', username: 'Newcomer', password: 'a good password' };
    await site.perform('POST', '/register', { ...form, confirm_password: form.password });
    await sleep(50);
    expect(await readStats('?search=newcomer')).toEqual([]);
    expect((await site.send('GET', `/forums/users/${guest.id}`)).status).toBe(404);
  });

  test('lists the same members after the views are rebuilt', async () => {
    await site.perform('POST', '/admin/projections/rebuild', undefined, { as: site.admin });
    while ((await site.services.projections.getStatus()).work) await sleep(10);
    expect(await readStats()).toEqual(all);
  });
});

describe('staff list', () => {
  test("lists all members with a role other than Member, with the role's name", async () => {
    const staff = await site.get<Stat[]>('/forums/staff-stats');
    expect(staff).toEqual([{ id: site.admin.id, username: 'Alex', posts: 1, role: 'Admin', avatar_url: null }]);
    expect(await site.get('/forums/staff-stats?search=steve')).toEqual([]);
  });
});

test('returns a member by id', async () => {
  expect(await site.get(`/forums/users/${site.member.id}`)).toEqual({ id: site.member.id, username: 'Steve' });
});
