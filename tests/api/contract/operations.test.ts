import { refusalSchema } from '@guildhall/domain/wire/schemas/write.js';
import { createOperations } from '@guildhall/server/app.js';
import type { Operation } from '@guildhall/server/http/operation.js';
import { buildOpenApi } from '@guildhall/server/openapi/document.js';
import { getResponseBounds } from '@guildhall/server/openapi/response-bounds.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { hasBuiltPages } from '../../built-pages.js';
import { expectSchema } from '../../support/site/closed-responses.js';
import { testSite } from '../../support/site/site.js';
import { PublishedSchemas } from './published-schemas.js';
import { findRefusals } from '../../support/calls/refusals.js';
import { sendCall, findValidCall, validCalls } from '../../support/calls/valid-calls.js';

const site = testSite();
let operations: Operation[] = [];
let publishedSchemas: PublishedSchemas;

beforeAll(async () => {
  operations = createOperations(site.services);
  publishedSchemas = new PublishedSchemas(buildOpenApi(operations, site.url));
});
afterAll(() => waitUntilIdle());

const getName = ({ method, path }: Pick<Operation, 'method' | 'path'>) => `${method} ${path}`;

/** Rebuilds and verifications continue after their responses and cannot run concurrently. */
async function waitUntilIdle(): Promise<void> {
  while ((await site.services.projections.getStatus()).work) await sleep(10);
}

test('there is exactly one valid test call for every operation', () => {
  expect(Object.keys(validCalls).sort()).toEqual(operations.map(getName).sort());
});

test('every list is bounded, and paginated if it accepts a limit', () => {
  for (const operation of operations) {
    const { rows, next } = getResponseBounds(operation);
    if (rows !== null && operation.query instanceof z.ZodObject && 'limit' in operation.query.shape) {
      // The ledger is paged by position, so `next` is in the body.
      expect([operation.path, next]).toEqual([operation.path, !('wait' in operation.query.shape)]);
    }
  }
  const list = operations.find(({ rows }) => rows !== undefined);
  const unboundedList = { ...list, rows: undefined, response: z.array(z.string()) } as unknown as Operation;
  expect(() => getResponseBounds(unboundedList)).toThrow(/has no limit/);
});

describe.each(Object.keys(validCalls))('call %s', (name) => {
  test('accepts a valid call to each operation and returns its documented shape', async () => {
    await expectSuccess(name, '/api');
  });

  test('accepts optional ids and query parameters without a value in the forms that the introduction promises', async () => {
    const operation = findOperation(name);
    const input = await findValidCall(name)(site, site.admin);
    const { parameters, ids } = publishedSchemas.listOptional(operation);
    const queries = [
      ...parameters.map((parameterName) => [parameterName, '']),
      ...ids.query.map((parameterName) => [parameterName, 'null']),
    ];
    for (const [parameter = '', value = ''] of queries) {
      const query = { ...input.query, cursor: '', [parameter]: value };
      const response = await sendCall(site, name, { ...input, query }, { as: site.admin });
      expect(response.status, `${parameter}=${value}: ${response.text}`).toBeLessThan(400);
    }
    for (const field of ids.body) {
      for (const value of [null, 'null', '']) {
        expect(operation.body?.safeParse({ ...input.body, [field]: value }), `${field}: ${value}`).toMatchObject({
          success: true,
        });
      }
    }
  });

  test('the document allows the texts that the server accepts, in upper and lower case', async () => {
    const operation = findOperation(name);
    const { body } = await findValidCall(name)(site, site.admin);
    for (const change of [
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
    ]) {
      const changed: unknown = JSON.parse(JSON.stringify(body ?? {}), (_, value: unknown) =>
        typeof value === 'string' ? change(value) : value,
      );
      if (operation.body?.safeParse(changed).success) publishedSchemas.checkTexts(operation, changed);
    }
  });

  test.each(Object.entries(findRefusals(name)))(
    'rejects a call by %s and leaves the log unchanged',
    async (who, [status, code]) => {
      const person = who === 'guest' ? undefined : site[who as 'member' | 'other'];
      const { authorization: _, ...input } = await findValidCall(name)(site, person ?? site.member);
      const headBefore = await site.readHead();
      const response = await sendCall(site, name, input, { as: person });
      expect(response.status).toBe(status);
      expect(refusalSchema.parse(response.json)).toMatchObject({ code });
      expect(await site.readHead()).toBe(headBefore);
    },
  );
});

describe('calls that the specification writes without /api', () => {
  test('only calls that the specification writes without /api are also served without it', async () => {
    for (const operation of operations) {
      const name = getName(operation);
      if (operation.atRoot) await expectSuccess(name, '');
      else {
        const input = await findValidCall(name)(site, site.admin);
        const response = await sendCall(site, name, input, { as: site.admin, prefix: '' });
        expect(response.status, `${name} at the root`).toBe(404);
        expect(refusalSchema.parse(response.json).code).toBe('not-found');
      }
    }
    expect(operations.filter(({ atRoot }) => atRoot).map(getName)).toEqual(
      expect.arrayContaining(['get /me', 'post /login', 'post /register', 'post /admin/delete/:id']),
    );
  });

  const pages = hasBuiltPages('the page at the address of a call');
  test.skipIf(!pages)('serves a page at an address shared with a call to a browser that accepts HTML', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const response = await site.send('GET', '/profile/Steve', undefined, {
      as: site.admin,
      prefix: '',
      headers: { accept },
    });
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/html/);
  });
});

function findOperation(name: string): Operation {
  const operation = operations.find((candidate) => getName(candidate) === name);
  if (!operation) throw new Error(`There is no operation ${name}`);
  return operation;
}

async function expectSuccess(name: string, prefix: '/api' | ''): Promise<void> {
  const input = await findValidCall(name)(site, site.admin);
  const sender = { cookie: input.cookie ?? site.admin.cookie };
  if (name.includes('logout')) sender.cookie = await createSession();
  await waitUntilIdle();
  const operation = findOperation(name);
  publishedSchemas.checkPath(operation, input);
  const response = await sendCall(site, name, input, { as: sender, prefix });
  expect(response.status, `${name}: ${response.text}`).toBeLessThan(400);
  expectSchema(operation, response);
  publishedSchemas.checkResponse(operation, response);
  if (Array.isArray(response.json)) expect(response.json, `${name}: rows whose shape is seen`).not.toEqual([]);
  if (response.status === 302) expect(response.headers.location).toMatch(/^\/(verify\?success=true)?$/);
}

async function createSession(): Promise<string> {
  const { body } = await findValidCall('post /login')(site, site.admin);
  const response = await site.send('POST', '/login', body);
  return response.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}
