import { operationsOf } from '@guildhall/server/app.js';
import type { Operation } from '@guildhall/server/http/operation.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsOf } from '../../support/calls/needs.js';
import { exchange } from '../../support/site/exchange.js';
import { Site, type SiteMember } from '../../support/site/site.js';

let site: Site;
let operations: Operation[] = [];

beforeAll(async () => {
  site = await Site.start();
  operations = operationsOf(site.services);
});
afterAll(() => site.stop());

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

/** Nothing that any call accepts: of another type, too long, and no JSON at all. */
const bodies = [
  '[1]',
  '{"reason":7,"ids":"x","content":"","text":"","name":"","css":5,"role":"x"}',
  '{"',
  'x'.repeat(300_000),
];

/** Sends a call with a body and a query that it must refuse. */
async function refusalOf({ method, path }: Operation, who: SiteMember | null, body: string) {
  const address = path.replaceAll(/:\w+/g, 'none');
  const headers = {
    accept: 'application/json',
    origin: site.url,
    ...(who && { cookie: who.cookie }),
    ...(method !== 'get' && { 'content-type': 'application/json' }),
  };
  const sent = { method: method.toUpperCase(), path: `/api${address}?limit=x&at=x&cursor=%00`, headers };
  const { status, json } = await exchange(site.url, { ...sent, ...(method !== 'get' && { body }) });
  return { status, code: (json as { code?: string }).code };
}

/** Not the places that the valid calls hide, nor the state of the views, which the command line reads too. */
const ofStaff = ({ method, path }: Operation) =>
  /^(site (manage|view|ban|erase|edit-theme|handle)|admin)/.test(String(needsOf[`${method} ${path}`])) &&
  !(method === 'get' && path.startsWith('/forums/') && needsOf[`get ${path}`] === 'admin') &&
  !path.startsWith('/admin/projections');

/** Of whose own actions it is, only the body says: it has to be one. */
const bodiesFor = ({ method, path }: Operation) =>
  method === 'get' ? [''] : path === '/admin/audit/undo' ? bodies.slice(0, 2) : bodies;

describe('rights are judged before query and body', () => {
  test('guests and members get 401 and 404 from calls of the staff, whatever they send', async () => {
    const calls = operations.filter(ofStaff);
    expect(calls.length).toBeGreaterThan(50);
    for (const it of calls) {
      for (const body of bodiesFor(it)) {
        const seen = [await refusalOf(it, null, body), await refusalOf(it, site.member, body)];
        expect([nameOf(it), ...seen.map(({ status }) => status)]).toEqual([nameOf(it), 401, 404]);
      }
    }
  });

  test('guests get 401 from calls of members, whatever they send', async () => {
    const calls = operations.filter((it) => /^(login|act |author)/.test(String(needsOf[nameOf(it)])));
    expect(calls.length).toBeGreaterThan(30);
    for (const it of calls) {
      for (const body of bodiesFor(it)) {
        expect([nameOf(it), (await refusalOf(it, null, body)).status]).toEqual([nameOf(it), 401]);
      }
    }
  });

  test.each([
    ['POST', '/forums/posts', 'Login first!'],
    ['POST', '/forums/threads', 'You must be logged in!'],
    ['POST', '/profile/Steve/posts', 'Login required!'],
    ['POST', '/profile/posts/1/replies', 'Login required!'],
  ])('a guest with a blank text gets the text of that form: %s %s', async (method, path, error) => {
    const { status, json } = await site.send(method, path, { title: '', content: ' ' });
    expect([status, json]).toMatchObject([401, { error }]);
  });

  test('a member without rights undoes their own actions only', async () => {
    const span = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    const undo = (actor_id: unknown) =>
      site.send('POST', '/admin/audit/undo', { ...span, actor_id }, { as: site.member });
    expect((await undo(site.member.id)).status).toBe(200);
    expect((await undo(String(site.member.id))).status).toBe(200);
    expect((await undo(site.admin.id)).status).toBe(404);
    expect((await undo('nobody')).status).toBe(404);
  });
});
