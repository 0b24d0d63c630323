import { refusals } from '@guildhall/domain/refusals.js';
import { positionHeader } from '@guildhall/domain/wire/headers.js';
import { refusalSchema } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { tags, type Operation } from '../http/operation.js';
import { cookieName } from '../http/session.js';
import { headers, parameters, parametersOf } from './parameters.js';
import { Schemas, type JsonSchema } from './schemas.js';
import type { Described, OpenApiDocument, RequestBody, Response } from './types.js';

/**
 * The OpenAPI 3.1 document of operations, generated from the schemas that check the input and that the tests check
 * responses with.
 */
export function openApiOf(operations: readonly Operation[]): OpenApiDocument {
  const schemas = new Schemas();
  const paths: OpenApiDocument['paths'] = {};
  for (const it of operations) {
    const path = it.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[it.method] = describe(it, schemas);
  }
  const refusal = refusalResponse(schemas);
  return {
    openapi: '3.1.1',
    info: { title: 'Guildhall', version: '1', description: about },
    servers: [{ url: '/api' }],
    security: [{ session: [] }, {}],
    tags: tags.filter((name) => operations.some(({ tag }) => tag === name)).map((name) => ({ name })),
    paths,
    components: {
      schemas: sorted(schemas.components),
      parameters,
      headers,
      responses: { Refusal: refusal },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
    },
  };
}

const about =
  'Times are ISO 8601 in UTC. A list is complete up to 1,000 rows and about 1 MB; its Link header names the page that follows. A call without a ' +
  'session is that of a guest; one that changes something and carries the cookie of a session must also carry the Origin of the site.';

function describe(it: Operation, schemas: Schemas): Described {
  const body = requestBody(it, schemas);
  return {
    operationId: it.method + it.path.replace(/[^A-Za-z]+(\w?)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [it.tag],
    summary: it.summary,
    ...(it.atRoot && { servers: [{ url: '/api' }, { url: '/' }] }),
    parameters: parametersOf(it, schemas),
    ...(body && { requestBody: body }),
    responses: {
      ...success(it, schemas),
      default: { $ref: '#/components/responses/Refusal' },
    },
  };
}

function requestBody({ body, upload }: Operation, schemas: Schemas): RequestBody | null {
  const schema = body && schemas.input(body);
  if (upload !== undefined) {
    const file = { type: 'string', format: 'binary' } as const;
    const properties = { ...schema?.properties, [upload]: file };
    const required = [...(schema?.required ?? []), upload];
    return { required: true, content: { 'multipart/form-data': { schema: { type: 'object', properties, required } } } };
  }
  if (!body || !schema) return null;
  return { required: !body.safeParse({}).success, content: { 'application/json': { schema } } };
}

function success(it: Operation, schemas: Schemas): Record<string, Response> {
  const { response, status = 200 } = it;
  if (response === 'redirect')
    return { 302: { description: 'Redirects to a page', headers: { location: ref('location') } } };
  const content =
    response instanceof z.ZodType
      ? { 'application/json': { schema: schemas.output(response) } }
      : { [response.contentType]: {} };
  const responses = { [status]: { description: 'Success', headers: headersOf(it), content } };
  if (it.method !== 'get') return responses;
  return { ...responses, 304: { description: 'What `if-none-match` names is still current' } };
}

const ref = (header: keyof typeof headers) => ({ $ref: `#/components/headers/${header}` });

function headersOf({ method, query }: Operation): Record<string, { $ref: string }> {
  const asked = query instanceof z.ZodObject ? query.shape : {};
  return {
    ...((method !== 'get' || 'after' in asked) && { [positionHeader]: ref('guildhall-position') }),
    ...(method === 'get' && { etag: ref('etag') }),
    ...('cursor' in asked && { link: ref('link') }),
  };
}

/** All refusals look the same; the description says which status belongs to which code. */
function refusalResponse(schemas: Schemas): Response {
  const codes: Record<number, string[]> = {};
  for (const [code, [status]] of Object.entries(refusals)) (codes[status] ??= []).push(code);
  const lines = Object.entries(codes).map(([status, those]) => `${status}: ${those.join(', ')}`);
  return {
    description: `Refused, with status and code: ${lines.join('; ')}`,
    headers: { 'retry-after': ref('retry-after') },
    content: { 'application/json': { schema: schemas.output(refusalSchema) } },
  };
}

const sorted = (components: Record<string, JsonSchema>): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));
