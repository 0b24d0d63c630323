import { icons } from '@guildhall/domain/icons.js';
import { permissionKeys } from '@guildhall/domain/roles.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { createApp, createOperations } from '@guildhall/server/app.js';
import { html } from '@guildhall/server/text/html.js';
import { buildOpenApi } from '@guildhall/server/openapi/document.js';
import type { OpenApiDocument, Response } from '@guildhall/server/openapi/types.js';
import { pageTable } from '@guildhall/server/pages/page-table.js';
import { mountOperations } from '@guildhall/server/http/mount-operations.js';
import type { Operation } from '@guildhall/server/http/operation.js';
import { limitPerMember } from '@guildhall/server/http/operation-limits.js';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { listObjects, type Json } from '../../support/objects-in.js';
import { listRoutes } from '../../support/routes-of.js';
import { testSite } from '../../support/site/site.js';

const site = testSite();
let document: OpenApiDocument;

beforeAll(async () => {
  document = buildOpenApi(createOperations(site.services), site.services.env.publicUrl);
});

function listDocumentedPaths({ paths }: OpenApiDocument): string[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { 'x-root-path': atRoot }]) =>
        [`/api${path}`, atRoot ?? []].flat().map((at) => `${method} ${at.replace(/\{(\w+)\}/g, ':$1')}`),
      ),
    )
    .sort();
}

/**
 * Monitoring, files, the document itself, and addresses that mail servers and mail programs call are outside the API.
 */
const undocumentedCalls = [
  'get /health',
  'get /ready',
  'get /metrics',
  'get /avatars/:name.svg',
  'get /heads/:id.webp',
  'get /pictures/:name',
  'get /uploads/:name',
  'get /theme.css',
  'get /unsubscribe',
  'post /unsubscribe',
  'post /api/mail/bounces',
  'get /favicon.svg',
  'get /icons/:name',
  'get /server-icons/:name',
  'get /icons/mark-maskable.svg',
  'get /manifest.webmanifest',
  'get /feed.atom',
  'get /forums/:section{/:subsection}/feed.atom',
  'get /robots.txt',
  'get /sitemap.xml',
  'get /sitemap-places.xml',
  'get /sitemap-threads-:after.xml',
  'get /sitemap-members-:page.xml',
  'get /api/docs',
  'get /api/docs.css',
  'get /api/openapi.json',
  'get /api/asyncapi.json',
];

const pages = [...Object.keys(pageTable), '/{*elsewhere}'].map((path) => `get ${path}`);

const run = () => Promise.resolve({});
const limits = [limitPerMember('write')] as const;
const plantedOperation = {
  method: 'post',
  path: '/planted',
  tag: 'Site',
  summary: 'Planted',
  scope: null,
  limits,
  run,
} as const;

test('registers exactly the routes of the OpenAPI document', () => {
  expect(listRoutes(createApp(site.services))).toEqual(
    [...listDocumentedPaths(document), ...undocumentedCalls, ...pages].sort(),
  );
});

test('detects an undocumented route below another router, and rejects one below a prefix', () => {
  const app = createApp(site.services);
  const routes = new Set(listRoutes(app));
  const unknownOperation: Operation = {
    ...plantedOperation,
    method: 'put',
    path: '/planted/:id',
    response: writeResponse,
  };
  app.use(mountOperations(site.services, [unknownOperation]));
  app.delete('/api/forums/sections', () => undefined);
  expect(listRoutes(app).filter((route) => !routes.has(route))).toEqual([
    'delete /api/forums/sections',
    'put /api/planted/:id',
  ]);
  app.use('/hidden', mountOperations(site.services, [unknownOperation]));
  expect(() => listRoutes(app)).toThrow(/below a prefix/);
});

describe('OpenAPI document', () => {
  const getErrors = async (api: unknown) =>
    (await new Validator().validate(structuredClone(api) as object as Json)).errors;

  test('the document is valid OpenAPI 3.1, and a parameter in an unknown location is not', async () => {
    expect(await getErrors(document)).toBeUndefined();
    const broken = structuredClone(document);
    broken.paths['/planted'] = { get: { ...broken.paths['/me']!.get!, parameters: [{ name: 'x' } as never] } };
    expect(await getErrors(broken)).toBeDefined();
  });

  test('each operation has a unique id and refers only to existing parts', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    const references = listObjects(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
    expect(references.length).toBeGreaterThan(50);
    for (const reference of references) {
      const steps = reference.replace('#/', '').split('/');
      expect(
        steps.reduce<unknown>((at, step) => (at as Json | undefined)?.[step], document),
        reference,
      ).toBeDefined();
    }
  });

  test('forbids unknown fields in every response object, except in maps by name', () => {
    const declaredResponses = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ responses }) => responses),
    );
    const { schemas, responses } = document.components;
    const responseSchemas = Object.entries(schemas).flatMap(([name, schema]) =>
      name.endsWith('Request') ? [] : schema,
    );
    const objects = listObjects([declaredResponses, responseSchemas, responses]).filter(
      ({ type }) => type === 'object',
    );
    expect(objects.length).toBeGreaterThan(10);
    const open = objects.filter(
      (schema) => schema.additionalProperties !== false && schema.propertyNames === undefined,
    );
    expect(open).toEqual([]);
    const looseOperation: Operation = { ...plantedOperation, response: z.object({ a: z.looseObject({}) }) };
    expect(JSON.stringify(buildOpenApi([looseOperation], site.url))).toContain('"additionalProperties":{}');
  });

  test("documents each call's id, bounded query, body and headers", () => {
    const replies = document.paths['/forums/posts/{id}']!.get!;
    const limit = { name: 'limit', in: 'query', required: false };
    expect(replies.parameters).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'id', in: 'path', required: true }),
        expect.objectContaining({ ...limit, schema: { type: 'integer', minimum: 1, maximum: 1_000, default: 1_000 } }),
        expect.objectContaining({ name: 'after', in: 'query' }),
      ]),
    );
    expect(replies.responses[200]).toMatchObject({ headers: { 'guildhall-position': {}, etag: {}, link: {} } });
    const thread = document.paths['/forums/threads']!.post!;
    expect(thread.parameters).toEqual([{ $ref: '#/components/parameters/idempotency-key' }]);
    expect(thread.requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/PostForumsThreadsRequest' } } },
    });
    expect(document.components.schemas['PostForumsThreadsRequest']?.required).toEqual(['title', 'content']);
    expect(Object.keys(thread.responses)).toEqual([
      '201',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '415',
      '429',
      '503',
    ]);
    expect(document.paths['/admin/delete/{id}']!.post!.requestBody).toMatchObject({ required: false });
  });

  const getComponent = (reference: string) => document.components.schemas[reference.replace(/.*\//, '')];
  const getBody = (method: 'post' | 'put', path: string) => {
    const { content = {} } = document.paths[path]?.[method]?.requestBody ?? {};
    const { $ref = '' } = content['application/json']?.schema ?? {};
    return getComponent($ref)?.properties as Record<string, Json>;
  };

  test('the OpenAPI document contains lengths, formats and enumerations', () => {
    expect(getBody('post', '/register')).toMatchObject({
      email: { format: 'idn-email', maxLength: 254 },
      username: { pattern: '^[A-Za-z0-9_]{3,16}$' },
      password: { minLength: 8, maxLength: 128 },
    });
    expect(getBody('post', '/forums/sections')['icon']?.['enum']).toEqual(Object.keys(icons));
    expect(getBody('post', '/admin/roles/{id}/permissions')['permission']?.['enum']).toEqual(permissionKeys);
    const [, permission] = document.paths['/admin/roles/{id}/permissions/{permission}']!.delete!.parameters;
    expect(permission).toMatchObject({ name: 'permission', schema: { enum: permissionKeys } });
  });

  test('every string in a request has a maximum length or a format', () => {
    const inputs = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).flatMap(({ parameters, requestBody }) => {
        const bodies = listObjects(requestBody).map(({ $ref }) => typeof $ref === 'string' && getComponent($ref));
        return listObjects([parameters, bodies]).map((schema) => ({ path, schema }));
      }),
    );
    const texts = inputs.filter(({ schema }) => [schema['type']].flat().includes('string'));
    expect(texts.length).toBeGreaterThan(50);
    const constraints = ['maxLength', 'pattern', 'format', 'enum', 'const'];
    const unboundedTexts = texts
      .filter(({ schema }) => !constraints.some((name) => name in schema))
      .map(({ path }) => path);
    // Both accept any token because an invalid link gets the same response as an expired one.
    expect([...new Set(unboundedTexts)].sort()).toEqual(['/confirm-address', '/verify']);
  });

  test('describes each tag, and links the calls that accept an id from a response', () => {
    expect(document.tags.every(({ description }) => description.length > 20)).toBe(true);
    const { links = {} } = document.paths['/forums/threads']!.post!.responses[201] as Response;
    const id = '$response.body#/id';
    expect(links).toMatchObject({
      getForumsThreadsId: { operationId: 'getForumsThreadsId', parameters: { id } },
    });
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const operationIds: unknown[] = operations.map(({ operationId }) => operationId);
    const linkedIds = listObjects(operations).flatMap(({ operationId, responses }) =>
      responses || typeof operationId !== 'string' ? [] : operationId,
    );
    expect(linkedIds.length).toBeGreaterThan(30);
    expect(linkedIds.filter((name) => !operationIds.includes(name))).toEqual([]);
  });

  test('documents files, other responses and `If-Match`', () => {
    const upload: Operation = {
      ...plantedOperation,
      upload: 'logo',
      body: z.object({ name: z.string() }),
      response: writeResponse,
    };
    const feed: Operation = { ...plantedOperation, method: 'get', response: { contentType: 'application/atom+xml' } };
    const change: Operation = { ...plantedOperation, method: 'put', ifMatch: true, response: 'redirect' };
    const { paths, components } = buildOpenApi([upload, feed, change], site.url);
    const { post, get, put } = paths['/planted']!;
    const name = 'PostPlantedRequest';
    expect(post!.requestBody!.content).toEqual({
      'multipart/form-data': { schema: { $ref: `#/components/schemas/${name}` } },
    });
    expect(components.schemas[name]).toMatchObject({
      properties: { logo: {}, name: {} },
      required: ['name', 'logo'],
    });
    expect(get!.responses[200]).toMatchObject({ content: { 'application/atom+xml': {} } });
    expect(put!.parameters).toContainEqual({ $ref: '#/components/parameters/if-match' });
    expect(Object.keys(put!.responses)).toEqual(['302', '400', '401', '403', '404', '409', '412', '413', '429', '503']);
  });

  test('serves the OpenAPI document to guests and resends it only if it has changed', async () => {
    const { status, json, headers } = await site.send('GET', '/openapi.json');
    expect([status, json]).toEqual([200, JSON.parse(JSON.stringify(document))]);
    const secondResponse = await site.send('GET', '/openapi.json', undefined, {
      headers: { 'if-none-match': headers.etag ?? '' },
    });
    expect(secondResponse.status).toBe(304);
  });
});

describe('OpenAPI page', () => {
  test('the API page shows every operation with its fields, without scripts', async () => {
    const { status, text, headers } = await site.send('GET', '/docs');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const isRendered = (words: string) => text.includes(html`${words}`.text);
    const incompleteOperations = operations.filter(
      ({ operationId, summary }) => !text.includes(`<section id="${operationId}">`) || !isRendered(summary),
    );
    expect(incompleteOperations).toEqual([]);
    expect(isRendered('The latest position that you have seen')).toBe(true);
    expect(text).toMatch(/<code>thread_id<\/code><\/th>\s*<td>required<\/td>\s*<td>integer, int64, 1 or more\s/);
    const paths = [...text.replaceAll('<wbr />', '').matchAll(/<th scope="row"><code>([^<]+)<\/code>/g)].map(
      ([, path]) => path,
    );
    expect(paths).toEqual(
      expect.arrayContaining(['account.uuid', 'subject.kind', 'ranks[].rank', 'items[].data.rank']),
    );
    expect(isRendered('With or without hyphens, but not only zeros')).toBe(true);
    expect(text).toMatch(/text\/csv\. The header row is at_utc/);
    expect(text).toMatch(/application\/zip\. Contains <code>account.json<\/code>/);
    expect(/<script|\sstyle=|<style|\son\w+=|="https?:\/\//.exec(text)).toBeNull();
    const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter((target) => !text.includes(` id="${target}"`))).toEqual([]);
    const style = await site.send('GET', '/docs.css');
    expect([style.status, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
  });
});
