import type { RefusalResponse } from '@guildhall/domain/wire/schemas/write.js';
import { createApp, createOperations } from '@guildhall/server/app.js';
import { handleErrors } from '@guildhall/server/http/errors.js';
import { mountOperations } from '@guildhall/server/http/mount-operations.js';
import type { Operation } from '@guildhall/server/http/operation.js';
import { buildOpenApi } from '@guildhall/server/openapi/document.js';
import type { Services } from '@guildhall/server/services.js';
import { createSession } from '@guildhall/server/testing/services.js';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { afterAll, expect, test } from 'vitest';
import { sendCall, findValidCall, validCalls } from '../../support/calls/valid-calls.js';
import type { HttpResponse } from '../../support/site/exchange.js';
import { testSite } from '../../support/site/site.js';

const site = testSite({ app: watchApp });
afterAll(() => waitUntilIdle());

const getName = ({ method, path }: Operation) => `${method} ${path}`;
const findOperation = (name: string): Operation => {
  const operation = createOperations(site.services).find((candidate) => getName(candidate) === name);
  if (!operation) throw new Error(`There is no operation ${name}`);
  return operation;
};

/** Rebuilds and verifications continue after their responses and cannot run concurrently. */
async function waitUntilIdle(): Promise<void> {
  while ((await site.services.projections.getStatus()).work) await sleep(10);
}

async function send(operation: Operation, headers: Record<string, string> = {}): Promise<HttpResponse> {
  const { cookie = site.admin.cookie, ...input } = await findValidCall(getName(operation))(site, site.admin);
  await waitUntilIdle();
  const as = { cookie: operation.path === '/logout' ? await createSession(site.services, site.admin.id) : cookie };
  headersRead = new Set();
  return sendCall(site, getName(operation), input, { as, headers });
}

let headersRead = new Set<string>();

function watchApp(services: Services): express.Express {
  const operations = createOperations(services).map((operation): Operation => ({
    ...operation,
    run: (call) => operation.run({ ...call, header: (name) => (headersRead.add(name), call.header(name)) }),
  }));
  const app = express();
  const recorder = express.Router();
  recorder.use((req, _res, next) => next(void Object.assign(req, { log: services.logger, id: crypto.randomUUID() })));
  recorder.use(mountOperations(services, operations), handleErrors);
  const isCall = (path: string) => path.startsWith('/api/') && !path.startsWith('/api/openapi');
  app.use((req, res, next) => (isCall(req.path) ? recorder(req, res, next) : next()));
  app.use(createApp(services));
  return app;
}

/** These calls read the idempotency key only for items that they find, and here they find none. */
const callsOnFoundItems = new Set(['delete /sessions', 'post /admin/audit/undo']);

async function findHonouredHeaders(operation: Operation): Promise<string[]> {
  if (operation.method === 'get') return (await send(operation)).headers.etag === undefined ? [] : ['if-none-match'];
  await send(operation);
  const isRead = headersRead.has('idempotency-key') || callsOnFoundItems.has(getName(operation));
  const key = isRead ? ['idempotency-key'] : [];
  // A call that checks versions rejects an impossible one.
  const { status, json } = await send(operation, { 'if-match': 'no version' });
  return status === 400 && (json as RefusalResponse).field === 'if-match' ? [...key, 'if-match'] : key;
}

function listDocumentedHeaders(operation: Operation): string[] {
  const descriptions = Object.values(buildOpenApi([operation], 'http://localhost').paths).flatMap((methods) =>
    Object.values(methods),
  );
  return descriptions.flatMap(({ parameters }) =>
    parameters.flatMap((parameter) =>
      '$ref' in parameter ? [parameter.$ref.replace('#/components/parameters/', '')] : [],
    ),
  );
}

test.each(Object.keys(validCalls))('documents the headers that %s honours', async (name) => {
  const operation = findOperation(name);
  const [honouredHeaders, documentedHeaders] = [await findHonouredHeaders(operation), listDocumentedHeaders(operation)];
  // Without a documented version check, a concurrent change could be overwritten.
  expect(documentedHeaders.sort()).toEqual(honouredHeaders.sort());
});

test.each([
  ['post /forums/threads', ['idempotency-key']],
  ['put /forums/threads/:id', ['idempotency-key', 'if-match']],
  ['delete /forums/threads/:id', ['idempotency-key']],
  ['get /forums/threads/:id', ['if-none-match']],
])('the test detects from responses which headers %s honours', async (name, headers) => {
  expect(await findHonouredHeaders(findOperation(name))).toEqual(headers);
});

test('shared caches may not store responses or refusals', async () => {
  for (const { method, path, upload } of createOperations(site.services)) {
    const body = method === 'get' || upload ? undefined : {};
    for (const as of [undefined, site.member]) {
      const { status, headers } = await site.send(method.toUpperCase(), path.replace(/:\w+/g, '1'), body, { as });
      expect(headers['cache-control'], `${method} ${path}: ${status}`).toMatch(/^private, no-(cache|store)$/);
      if (path === '/logout') site.member = await site.createMember(site.createName()); // Logging out ended the session.
    }
  }
  const unknownPaths = ['/api/nowhere', '/pictures/none.webp', '/forums/none/feed.atom', '/assets/none.js'];
  for (const path of unknownPaths) {
    const { status, headers } = await site.send('GET', path, undefined, { prefix: '' });
    expect([path, status, headers['cache-control']]).toEqual([path, 404, 'private, no-store']);
  }
});
