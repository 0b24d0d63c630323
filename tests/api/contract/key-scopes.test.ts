import { keyScopes as allScopes, type KeyScope } from '@guildhall/domain/key-scopes.js';
import { adminRole } from '@guildhall/domain/roles.js';
import { createOperations } from '@guildhall/server/app.js';
import type { Operation } from '@guildhall/server/http/operation.js';
import { buildOpenApi } from '@guildhall/server/openapi/document.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildPath } from '../../support/calls/valid-calls/valid-call.js';
import { findValidCall, validCalls } from '../../support/calls/valid-calls.js';
import { TestProgram } from '../../support/site/program.js';
import { testSite } from '../../support/site/site.js';

const site = testSite();
const keyScopes = allScopes.filter((scope) => scope !== 'game');
let operations: Operation[] = [];
const withOnly = new Map<KeyScope, TestProgram>();
const withAllBut = new Map<KeyScope, TestProgram>();
let withAll: TestProgram;

beforeAll(async () => {
  operations = createOperations(site.services);
  const create = (scopes: readonly KeyScope[]) => TestProgram.create(site, { scopes, roleId: adminRole.id });
  withAll = await create(keyScopes);
  withOnly.set('game', await TestProgram.createForGameServer(site));
  withAllBut.set('game', withAll);
  for (const scope of keyScopes) {
    withOnly.set(scope, await create([scope]));
    withAllBut.set(scope, await create(keyScopes.filter((other) => other !== scope)));
  }
});

const getName = ({ method, path }: Pick<Operation, 'method' | 'path'>) => `${method} ${path}`;
const findScope = (name: string) => operations.find((operation) => getName(operation) === name)?.scope;

/** These calls need rights over staff or roles, or the caller's own posts and pictures. */
const refusedForOtherReasons: ReadonlySet<string> = new Set([
  'put /admin/roles/:id',
  'delete /admin/roles/:id',
  'post /admin/roles/:id/permissions',
  'delete /admin/roles/:id/permissions/:permission',
  'delete /uploads/:id',
]);

async function sendAs(program: TestProgram, name: string) {
  while ((await site.services.projections.getStatus()).work) await sleep(5);
  const { cookie: _, ...input } = await findValidCall(name)(site, site.admin);
  delete input.body?.['user_id'];
  const head = await site.readHead();
  const [method = '', path = ''] = name.split(' ');
  const response = await program.send(method.toUpperCase(), buildPath(path, input), input.body, { file: input.file });
  return { ...response, hasWritten: (await site.readHead()) !== head };
}

describe('every call with a key', () => {
  test.each(Object.keys(validCalls))('%s accepts only keys with its scope', async (name) => {
    const scope = findScope(name);
    if (scope !== 'game') {
      const { status, json, hasWritten } = await sendAs(withOnly.get('game')!, name);
      expect([status, json, hasWritten]).toMatchObject([403, { code: scope ? 'key-scope' : 'key-refused' }, false]);
    }
    if (!scope) {
      const { status, json, hasWritten } = await sendAs(withAll, name);
      expect([status, json, hasWritten]).toMatchObject([403, { code: 'key-refused' }, false]);
      return;
    }
    const refusal = await sendAs(withAllBut.get(scope)!, name);
    expect([refusal.status, refusal.json, refusal.hasWritten]).toMatchObject([403, { code: 'key-scope' }, false]);
    expect(refusal.headers['www-authenticate']).toBe('Bearer error="insufficient_scope"');
    const { status, text } = await sendAs(withOnly.get(scope)!, name);
    expect(status >= 400, `${status} ${text.slice(0, 200)}`).toBe(refusedForOtherReasons.has(name));
    if (status >= 400) expect(text).not.toContain('"key-');
  });
});

test('calls for accounts, sessions, passwords and keys have no scope', () => {
  const refused = operations.filter(({ scope }) => scope === null);
  for (const { tag, path, scope } of operations)
    if (tag === 'Account' || /^\/(admin\/(keys|users)|account|sessions|password|two-step)\b/.test(path))
      expect([path, path.endsWith('/history') ? null : scope]).toEqual([path, null]);
  expect(refused.length).toBeLessThan(operations.length / 2);
});

test('undo has no scope because it can revert actions of any scope', () => {
  const undo = operations.filter(({ path }) => /^\/admin\/audit\/(.*\/)?undo$/.test(path));
  expect(undo.map(({ scope }) => scope)).toEqual([null, null]);
});

test('reads require the scope `read`, and writes never do, except the calls of game servers', () => {
  for (const operation of operations.filter(({ scope }) => scope !== null && scope !== 'game'))
    expect([getName(operation), operation.scope === 'read']).toEqual([getName(operation), operation.method === 'get']);
  expect(new Set(operations.flatMap(({ scope }) => scope ?? []))).toEqual(new Set(allScopes));
});

test("the API document names every call's scope", () => {
  const { paths, components } = buildOpenApi(operations, site.url);
  expect(components.securitySchemes).toMatchObject({ key: { type: 'http', scheme: 'bearer' } });
  for (const operation of operations) {
    const documentedCall = paths[operation.path.replace(/:(\w+)/g, '{$1}')]?.[operation.method];
    const scopes = documentedCall?.security?.flatMap(({ key }) => key ?? []) ?? [];
    expect([getName(operation), scopes]).toEqual([getName(operation), operation.scope ? [operation.scope] : []]);
    expect(Object.keys(documentedCall?.responses ?? {})).toEqual(expect.arrayContaining(['401', '403', '429']));
  }
});
