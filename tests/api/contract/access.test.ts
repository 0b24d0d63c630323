import { siteActions, type SiteAction } from '@guildhall/domain/permissions.js';
import { createOperations } from '@guildhall/server/app.js';
import type { Operation } from '@guildhall/server/http/operation.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { needsOf } from '../../support/calls/needs.js';
import { exchange } from '../../support/site/exchange.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();
let operations: Operation[] = [];

beforeAll(async () => {
  operations = createOperations(site.services);
});

const getName = ({ method, path }: Operation) => `${method} ${path}`;

const bodies = [
  '[1]',
  '{"reason":7,"ids":"x","content":"","text":"","name":"","css":5,"role":"x"}',
  '{"',
  'x'.repeat(300_000),
];

/** Each value is invalid for every call or cannot be decoded. */
const parameters = ['none', '%ff', '%E0%A4%A', '%00', '-1', '9'.repeat(30)];

interface Faulty {
  body?: string;
  parameter?: string;
  headers?: Record<string, string>;
}

async function readRefusal({ method, path }: Operation, who: SiteMember | null, faulty: Faulty) {
  const { body = '', parameter = 'none' } = faulty;
  const address = path.replaceAll(/:\w+/g, parameter);
  const headers = {
    accept: 'application/json',
    origin: site.url,
    ...(who && { cookie: who.cookie }),
    ...(method !== 'get' && { 'content-type': 'application/json' }),
    ...faulty.headers,
  };
  const sent = { method: method.toUpperCase(), path: `/api${address}?limit=x&at=x&cursor=%00`, headers };
  const { status, json } = await exchange(site.url, { ...sent, ...(method !== 'get' && { body }) });
  return { status, code: (json as { code?: string }).code };
}

/** docs/permissions.md lists these calls. */
const alsoOfMembers = ['post /forums/threads/bulk', 'delete /profile/posts/:id'];

const listNeeds = (operation: Operation) => [needsOf[getName(operation)] ?? 'open'].flat();

const hasPlacePermission = (operation: Operation) =>
  !alsoOfMembers.includes(getName(operation)) &&
  operation.path.includes(':id') &&
  listNeeds(operation).some((right) => /^(act (move|restore)-|site view-edit-history$)/.test(right));

/** Excludes reads of a place that the valid call itself hides. */
const isStaffCall = (operation: Operation) => {
  const isHidden =
    operation.method === 'get' && operation.path.startsWith('/forums/') && needsOf[getName(operation)] === 'admin';
  const isStaffAction = listNeeds(operation).some((right) => {
    if (right.startsWith('site ')) return siteActions[right.slice(5) as SiteAction] !== 'login';
    return right === 'admin' || /^act (move|restore)-/.test(right);
  });
  return (
    (isStaffAction && !isHidden && !alsoOfMembers.includes(getName(operation))) || operation.path.startsWith('/admin/')
  );
};

/** Members get 403 for a place's deleted threads, but 404 for a hidden resource in the path. */
const getStatusForMembers = (operation: Operation) => (getName(operation) === 'get /forums/deleted' ? 403 : 404);

const listFaults = ({ method, path }: Operation): Faulty[] => [
  ...(method === 'get' ? [{}] : bodies.map((body) => ({ body }))),
  ...(path.includes(':') ? parameters.map((parameter) => ({ parameter })) : []),
  { headers: { 'idempotency-key': 'x'.repeat(300) } },
];

describe('checking permissions before query and body', () => {
  test('staff calls respond with 401 to guests and 404 to members for any input', async () => {
    const calls = operations.filter(isStaffCall);
    expect(calls.length).toBeGreaterThan(50);
    for (const operation of calls) {
      for (const faulty of listFaults(operation)) {
        const responses = [
          await readRefusal(operation, null, faulty),
          await readRefusal(operation, site.member, faulty),
        ];
        expect([getName(operation), faulty, ...responses.map(({ status }) => status)]).toEqual([
          getName(operation),
          faulty,
          401,
          getStatusForMembers(operation),
        ]);
      }
    }
  });

  test('moderator calls by members on visible posts respond with 403 for any input', async () => {
    const thread = await site.createThread();
    const post = await site.createReply(thread);
    const otherMember = await site.createMember(site.createName());
    const calls = operations.filter(hasPlacePermission);
    expect(calls.map(getName)).toHaveLength(5);
    for (const operation of calls) {
      const parameter = String(operation.path.includes('/posts/') ? post : thread);
      for (const body of bodies) {
        expect([getName(operation), (await readRefusal(operation, otherMember, { parameter, body })).status]).toEqual([
          getName(operation),
          403,
        ]);
      }
    }
  });

  test("undoing another member's action responds with 404 to members for any input", async () => {
    const thread = await site.createThread();
    const { acts } = await site.changeThread(thread, { locked: 1 });
    const undo = operations.find(({ path }) => path === '/admin/audit/:act/undo')!;
    const otherMember = await site.createMember(site.createName());
    for (const body of bodies) {
      expect((await readRefusal(undo, otherMember, { parameter: acts[0]!, body })).status).toBe(404);
    }
  });

  test('member calls respond with 401 to guests for any input', async () => {
    const calls = operations.filter((operation) => /^(login|act |author)/.test(String(needsOf[getName(operation)])));
    expect(calls.length).toBeGreaterThan(30);
    for (const operation of calls) {
      for (const faulty of listFaults(operation)) {
        expect([getName(operation), faulty, (await readRefusal(operation, null, faulty)).status]).toEqual([
          getName(operation),
          faulty,
          401,
        ]);
      }
    }
  });

  test.each([
    ['POST', '/forums/posts', 'Login first!'],
    ['POST', '/forums/threads', 'You must be logged in!'],
    ['POST', '/profile/Steve/posts', 'Login required!'],
    ['POST', '/profile/posts/1/replies', 'Login required!'],
  ])('rejects blank content sent by a guest to %s %s with the message of that form', async (method, path, error) => {
    const { status, json } = await site.send(method, path, { title: '', content: ' ' });
    expect([status, json]).toMatchObject([401, { error }]);
  });

  test('a member without permissions can undo only their own actions', async () => {
    const span = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    const undo = (actor_id: unknown) =>
      site.send('POST', '/admin/audit/undo', { ...span, actor_id }, { as: site.member });
    expect((await undo(site.member.id)).status).toBe(200);
    expect((await undo(String(site.member.id))).status).toBe(200);
    expect((await undo(site.admin.id)).status).toBe(404);
    expect((await undo('nobody')).status).toBe(404);
  });
});
