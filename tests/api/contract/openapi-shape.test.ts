import { createOperations } from '@guildhall/server/app.js';
import { buildAsyncApi } from '@guildhall/server/openapi/async-api.js';
import { buildOpenApi } from '@guildhall/server/openapi/document.js';
import type { JsonSchema } from '@guildhall/server/openapi/schemas.js';
import type { OpenApiDocument } from '@guildhall/server/openapi/types.js';
import { beforeAll, expect, test } from 'vitest';
import { listObjects, type Json } from '../../support/objects-in.js';
import { testSite } from '../../support/site/site.js';

const site = testSite();
let document: OpenApiDocument;

beforeAll(() => {
  document = buildOpenApi(createOperations(site.services), 'https://guildhall.example');
});

const listOperations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods));
const getComponent = ({ $ref = '' }: JsonSchema) => document.components.schemas[$ref.replace(/.*\//, '')];
const listBodies = () =>
  listOperations().flatMap(({ requestBody }) =>
    Object.values(requestBody?.content ?? {}).map(({ schema }) => schema && getComponent(schema)),
  );
const listRequests = () => listObjects([listBodies(), listOperations().map(({ parameters }) => parameters)]);
const getBody = (method: 'post' | 'put', path: string) =>
  getComponent(document.paths[path]?.[method]?.requestBody?.content['application/json']?.schema ?? {});

/** Constructs that made generated clients unusable. */
const faults: Readonly<Record<string, (schema: Json) => boolean>> = {
  'a large integer without its size': ({ type, maximum, format }) =>
    [type].flat().includes('integer') && format !== 'int64' && !(typeof maximum === 'number' && maximum < 2 ** 31),
  'an exclusive bound of an integer': ({ type, exclusiveMinimum }) =>
    type === 'integer' && exclusiveMinimum !== undefined,
  'a long pattern': ({ pattern }) => typeof pattern === 'string' && pattern.length > 110,
  'a pattern that not every engine can compile': ({ pattern }) =>
    typeof pattern === 'string' && /\(\?(?!:)|\\[^dw.]/.test(pattern),
  'an alternative that may overlap': ({ anyOf }) => Array.isArray(anyOf),
  'a whole number as a number': ({ type, const: value }) => type === 'number' && Number.isInteger(value),
  'the smallest number as a minimum': ({ minimum }) => minimum === Number.MIN_SAFE_INTEGER,
  'several types': ({ type }) => Array.isArray(type) && (type.length !== 2 || type[1] !== 'null'),
  'an enumeration that lacks its null': ({ type, enum: values }) =>
    Array.isArray(type) && Array.isArray(values) && !values.includes(null),
};

test.each(Object.entries(faults))('no schema in the documents has %s', (_, isFault) => {
  expect(listObjects([document, buildAsyncApi(site.services.env.publicUrl)]).filter(isFault)).toEqual([]);
});

test.each([
  ['ThreadSummary', 'content'],
  ['ThreadSummary', 'pos'],
  ['ThreadSummary', 'participants'],
  ['Post', 'role'],
  ['Post', 'version'],
  ['Post', 'number'],
  ['LedgerEntry', 'id'],
  ['LedgerEntry', 'account'],
])('%s describes %s, which its name alone does not explain', (schema, field) => {
  expect(document.components.schemas[schema]?.properties?.[field]).toHaveProperty('description');
});

test.each(['ban', 'unban', 'role', 'delete'])("/admin/%s/{id} documents that the id is a member's", (action) => {
  const [id] = document.paths[`/admin/${action}/{id}`]?.post?.parameters ?? [];
  expect(id).toMatchObject({ name: 'id', description: expect.stringContaining("member's id") as string });
});

test.each<[string, Json]>([
  ['a large integer without its size', { type: 'integer', minimum: 0 }],
  ['a large integer without its size', { type: ['integer', 'null'], maximum: 2 ** 31 }],
  ['an alternative that may overlap', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
  ['an exclusive bound of an integer', { type: 'integer', exclusiveMinimum: 0 }],
  ['a long pattern', { pattern: 'a'.repeat(111) }],
  ['a pattern that not every engine can compile', { pattern: '^(?!0)\\d$' }],
  ['a pattern that not every engine can compile', { pattern: '^[^\\u2028]$' }],
  ['a pattern that not every engine can compile', { pattern: '^\\p{L}$' }],
  ['a whole number as a number', { type: 'number', const: 0 }],
  ['the smallest number as a minimum', { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, format: 'int64' }],
  ['several types', { type: ['string', 'number'] }],
  ['an enumeration that lacks its null', { type: ['string', 'null'], enum: ['a'] }],
])('the check finds %s', (name, planted) => expect(faults[name]!(planted)).toBe(true));

test('the OpenAPI document describes constant flags, whose type some generators cannot compile', () => {
  const constants = listObjects(document).filter(({ type, const: value }) => type === 'boolean' && value !== undefined);
  expect(constants).toEqual([]);
  expect(document.components.schemas['PostLoginResult']?.properties?.['success']).toEqual({
    type: 'boolean',
    description: 'Always true',
  });
});

test('requests have no alternatives, so that generators keep all fields', () => {
  expect(listRequests().length).toBeGreaterThan(500);
  expect(listRequests().filter((request) => ['anyOf', 'allOf', 'oneOf', 'not'].some((key) => key in request))).toEqual(
    [],
  );
  expect(listBodies().every((schema) => schema?.type === 'object')).toBe(true);
});

test("each call's body is a component named after its operation, or one that several calls share", () => {
  const names = Object.keys(document.components.schemas);
  const inlineBodies = listOperations().flatMap(({ operationId, requestBody, responses }) =>
    listObjects([requestBody, responses]).flatMap(({ properties }) => (properties ? operationId : [])),
  );
  expect(inlineBodies).toEqual([]);
  expect(names).toEqual(
    expect.arrayContaining(['PostForumsThreadsRequest', 'DeleteForumsPostsIdRequest', 'PostLoginResult']),
  );
});

test('ids in requests are integers, and flags are booleans', () => {
  const id = { type: 'integer', format: 'int64', minimum: 1 };
  const { properties = {} } = getBody('post', '/forums/threads') ?? {};
  expect(properties['section_id']).toMatchObject(id);
  expect(properties['locked']).toMatchObject({ type: 'boolean' });
  expect(getBody('put', '/forums/threads/{id}')?.properties?.['prefix_id']).toMatchObject({
    type: ['integer', 'null'],
  });
  const { parameters } = document.paths['/forums/threads']!.get!;
  const description = expect.stringContaining('directly in this section') as string;
  expect(parameters).toContainEqual({ name: 'section_id', in: 'query', required: true, schema: id, description });
  expect(parameters).toContainEqual(expect.objectContaining({ name: 'prefix', required: false, schema: id }));
  expect(document.paths['/forums/threads/{id}']!.get!.parameters).toContainEqual(
    expect.objectContaining({ name: 'id', in: 'path', schema: id }),
  );
});

test("a body's description states which fields depend on others", () => {
  expect(getBody('post', '/forums/threads')?.description).toContain('`section_id` or `subsection_id`');
  expect(getBody('post', '/forums/threads/bulk')?.description).toContain('`section_id` or `subsection_id`');
  expect(getBody('post', '/admin/users/bulk')?.description).toContain('`role` is required');
  expect(getBody('post', '/reports')?.description).toContain('needs `username`');
});

test('the document has one absolute server URL, and none for individual operations', () => {
  expect(document.servers).toEqual([{ url: 'https://guildhall.example/api' }]);
  expect(listOperations().filter((operation) => 'servers' in operation)).toEqual([]);
  expect(document.paths['/admin/users']!.get!['x-root-path']).toBe('/admin/users');
});

test('every response that has content has a schema, and no link has a body', () => {
  const contents = listOperations().flatMap(({ responses }) =>
    Object.values(responses).flatMap((response) =>
      Object.values('content' in response ? (response.content ?? {}) : {}),
    ),
  );
  expect(contents.length).toBeGreaterThan(50);
  expect(contents.filter(({ schema }) => schema === undefined)).toEqual([]);
  const links = listOperations().flatMap(({ responses }) =>
    Object.values(responses).flatMap((response) => Object.values('links' in response ? (response.links ?? {}) : {})),
  );
  expect(links.filter((link) => 'requestBody' in link)).toEqual([]);
  expect(JSON.stringify(document.paths['/admin/audit.csv']!.get!.responses[200])).toContain('at_utc,kind,actor');
});
