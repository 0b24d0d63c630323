import { siteActions, type SiteAction } from '@guildhall/domain/permissions.js';
import { positionHeader } from '@guildhall/domain/wire/headers.js';
import { z } from 'zod';
import { isBodyOptional, tags, type Operation } from '../http/operation.js';
import type { OperationLimit } from '../http/operation-limits.js';
import { rateLimits } from '../request/rate-limits.js';
import { cookieName } from '../request/sessions.js';
import { apiGuide } from './api-guide.js';
import { headers, parameters, buildParameters } from './parameters.js';
import { referToRefusal, buildRefusalResponses, listRefusalStatuses } from './refusals.js';
import { Schemas, type JsonSchema } from './schemas.js';
import type { Link, OperationDescription, OpenApiDocument, RequestBody, Response } from './types.js';

export function buildOpenApi(operations: readonly Operation[], publicUrl: string): OpenApiDocument {
  const schemas = new Schemas();
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[operation.method] = describe(operation, path, schemas, operations);
  }
  // Must run before `schemas.components` is read, because it adds components.
  const responses = buildRefusalResponses(schemas);
  return {
    openapi: '3.1.1',
    info: { title: 'Guildhall', version: '1', description: apiGuide },
    servers: [{ url: `${publicUrl}/api` }],
    security: openSecurity,
    tags: Object.entries(tags).flatMap(([name, description]) =>
      operations.some(({ tag }) => tag === name) ? [{ name, description }] : [],
    ),
    paths,
    components: {
      schemas: sortComponents(schemas.components),
      parameters,
      headers,
      responses,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieName },
        key: { type: 'http', scheme: 'bearer', description: aboutKeys },
      },
    },
  };
}

const openSecurity: Record<string, string[]>[] = [{ session: [] }, {}];

const aboutKeys =
  'A key that an Admin created for a program, sent only in the `Authorization: Bearer …` header. Each call names the scope that ' +
  'its key needs; calls without one refuse keys. A call with a key does not need an Origin.';

function describe(
  operation: Operation,
  path: string,
  schemas: Schemas,
  operations: readonly Operation[],
): OperationDescription {
  const body = describeRequestBody(operation, schemas);
  return {
    operationId: buildOperationId(operation),
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.scope && { security: [...openSecurity, { key: [operation.scope] }] }),
    description: describeRestrictions(operation),
    ...(operation.atRoot && { 'x-root-path': path }),
    parameters: buildParameters(operation, schemas),
    ...(body && { requestBody: body }),
    responses: {
      ...describeSuccess(operation, schemas, operations),
      ...Object.fromEntries(listRefusalStatuses(operation).map((status) => [status, referToRefusal(status)])),
    },
  };
}

/** Describes who may make a call, and how often. */
function describeRestrictions({ login, actions, scope, limits = [] }: Operation): string {
  const callers = actions ? [...new Set(actions.map(describeHolders))].join(' or ') : login && 'members';
  const keys = scope ? `Keys need the scope \`${scope}\`.` : 'Keys cannot make this call.';
  return [`For ${callers ?? 'everyone, including guests'}.`, keys, ...limits.flatMap(describeLimit)].join(' ');
}

function describeHolders(action: SiteAction): string {
  const requiredKey = siteActions[action];
  if (requiredKey === 'login') return 'members';
  return requiredKey === 'admin' ? 'Admins' : `roles with \`${requiredKey}\``;
}

function describeLimit({ kind, points: pointsOf }: OperationLimit): string[] {
  // A call that counts as more than one has no fixed number of calls.
  if (pointsOf) return [];
  const { points, duration, per } = rateLimits[kind];
  return [`At most ${points} in ${duration} seconds per ${per}.`];
}

function describeRequestBody(operation: Operation, schemas: Schemas): RequestBody | null {
  const { body, upload, needsPlace } = operation;
  const { request: name } = getBodyNames(buildOperationId(operation));
  const schema = body && (needsPlace ? withPlace(schemas.buildInput(body)) : schemas.buildInput(body));
  if (upload !== undefined) {
    const file = { type: 'string', format: 'binary' } as const;
    const properties = { ...schema?.properties, [upload]: file };
    const requiredFields = [...(schema?.required ?? []), upload];
    const form = { type: 'object', properties, required: requiredFields, additionalProperties: false } as const;
    return { required: true, content: { 'multipart/form-data': { schema: schemas.nameBody(name, form) } } };
  }
  if (!body || !schema) return null;
  const content = { 'application/json': { schema: schemas.nameBody(name, schema) } };
  return { required: !isBodyOptional(operation), content };
}

function describeSuccess(
  operation: Operation,
  schemas: Schemas,
  operations: readonly Operation[],
): Record<string, Response> {
  const { response, status = 200 } = operation;
  const { result: name } = getBodyNames(buildOperationId(operation));
  if (response === 'redirect')
    return { 302: { description: 'Redirects to a page', headers: { location: createReference('location') } } };
  const content =
    response instanceof z.ZodType
      ? { 'application/json': { schema: schemas.nameBody(name, schemas.buildOutput(response)) } }
      : { [response.contentType]: { schema: { type: 'string' as const, ...response.schema } } };
  const links = buildLinksFrom(operation, operations);
  const responses = {
    [status]: { description: 'Success', headers: buildHeaders(operation), content, ...(links && { links }) },
  };
  if (operation.method !== 'get' || !(response instanceof z.ZodType)) return responses;
  return { ...responses, 304: { description: 'The response identified by `if-none-match` is current' } };
}

const createReference = (header: keyof typeof headers) => ({ $ref: `#/components/headers/${header}` });

function buildHeaders({ method, query, response }: Operation): Record<string, { $ref: string }> {
  const queryFields = query instanceof z.ZodObject ? query.shape : {};
  return {
    ...((method !== 'get' || 'after' in queryFields) && { [positionHeader]: createReference('guildhall-position') }),
    ...(method === 'get' && response instanceof z.ZodType && { etag: createReference('etag') }),
    ...('cursor' in queryFields && { link: createReference('link') }),
  };
}

const withPlace = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  description: '`section_id` or `subsection_id` is required.',
});

const sortComponents = (components: Record<string, JsonSchema>): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));

const buildOperationId = ({ method, path }: Pick<Operation, 'method' | 'path'>): string =>
  method + path.replace(/[^A-Za-z]+(\w?)/g, (_, letter: string) => letter.toUpperCase());

/** Generators for Go already name the whole response `…Response`. */
export function getBodyNames(operationId: string): { request: string; result: string } {
  const name = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  return { request: `${name}Request`, result: `${name}Result` };
}

const createdId = '$response.body#/id';

const usedBy: Readonly<Record<string, readonly RegExp[]>> = {
  'post /forums/sections': [/ \/forums\/sections\/:id/, /^get \/forums\/subsections\/:id$/],
  'post /forums/subsections': [/^(put|delete|post) \/forums\/subsections\/:id/],
  'post /forums/threads': [/ \/forums\/threads\/:id/, /^get \/forums\/(posts|reactions|watches)\/:id$/],
  'post /forums/posts': [/^(put|delete|post) \/forums\/posts\/:id/, /^get \/forums\/posts\/:id\/history$/],
  'post /profile/:username/posts': [/ \/profile\/posts\/:id/],
  'post /admin/roles': [/ \/admin\/roles\/:id/],
  'post /forums/permissions': [/^delete \/forums\/permissions\/:id/],
  'post /reports': [/ \/admin\/reports\/:id/],
  'post /reports/appeal': [/ \/admin\/reports\/:id/],
};

function buildLinksFrom(operation: Operation, operations: readonly Operation[]): Record<string, Link> | null {
  const formatName = ({ method, path }: Operation) => `${method} ${path}`;
  const byId = operations.filter((other) =>
    usedBy[formatName(operation)]?.some((form) => form.test(formatName(other))),
  );
  const links = byId.map((other): Link => ({ operationId: buildOperationId(other), parameters: { id: createdId } }));
  return links.length === 0 ? null : Object.fromEntries(links.map((link) => [link.operationId, link]));
}
