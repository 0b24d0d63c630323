import { limits, usernamePattern } from '@guildhall/domain/limits.js';
import { permissionKeys } from '@guildhall/domain/roles.js';
import { idempotencyHeader, positionHeader } from '@guildhall/domain/wire/headers.js';
import { z } from 'zod';
import { id } from '../request/input.js';
import type { Operation } from '../http/operation.js';
import type { JsonSchema, Schemas } from './schemas.js';
import type { OpenApiDocument, Parameter, Reference } from './types.js';

const text = { type: 'string' } as const;

export const parameters = {
  [idempotencyHeader]: {
    name: idempotencyHeader,
    in: 'header',
    description:
      'A value of your choice that identifies the change. A call with a key that you have used has no further effect and gets the first response.',
    schema: { ...text, minLength: 1, maxLength: limits.idempotencyKey.max },
  },
  'if-match': {
    name: 'if-match',
    in: 'header',
    description:
      'The `version` that was read, in quotes, or a list of versions. The call is refused with 412 if the item has none of them.',
    schema: { ...text, maxLength: 1000 },
  },
  'if-none-match': {
    name: 'if-none-match',
    in: 'header',
    description: "The ETag of the caller's cached response; the server responds with 304 while it is current.",
    schema: text,
  },
} as const satisfies OpenApiDocument['components']['parameters'];

export const headers = {
  [positionHeader]: {
    description: 'The log position that was read or written, in the form that `after` and the live topics accept.',
    schema: text,
  },
  etag: { description: "The body's entity tag.", schema: text },
  link: { description: 'The next page (`rel="next"`), if there is one.', schema: text },
  location: { description: "The page's address.", schema: text },
  'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer', format: 'int64' } },
} as const satisfies OpenApiDocument['components']['headers'];

export function buildParameters(operation: Operation, schemas: Schemas): (Parameter | Reference)[] {
  return [
    ...buildPathParameter(operation, schemas),
    ...buildQueryParameters(operation, schemas),
    ...listHeaderParameters(operation),
  ];
}

const inPaths: Readonly<Record<string, JsonSchema>> = {
  username: { ...text, pattern: usernamePattern.source },
  permission: { ...text, enum: [...permissionKeys] },
  kind: { ...text, enum: ['post', 'thread'] },
  act: { ...text, format: 'uuid' },
  name: { ...text, minLength: 1, maxLength: limits.themeName.max },
  revision: { type: 'integer', format: 'int64', minimum: 1 },
};

/** Elsewhere, the path names what the id identifies. */
const readsByThread = new Set(['/forums/posts/:id', '/forums/reactions/:id', '/forums/watches/:id']);
const writesToMember = /^\/admin\/(ban|unban|role|delete)\/:id$/;

function describePathId(method: Operation['method'], path: string): { description: string } | undefined {
  if (method === 'get' && readsByThread.has(path)) return { description: "The thread's id" };
  if (writesToMember.test(path)) return { description: "The member's id, such as `user_id` in a row" };
  return undefined;
}

function buildPathParameter({ method, path, pathId = id }: Operation, schemas: Schemas): Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const schema = /(^|_)id$/i.test(name) ? schemas.buildInput(pathId) : (inPaths[name] ?? text);
    return { name, in: 'path', required: true, schema, ...describePathId(method, path) };
  });
}

/** Some calls replace a shared parameter with one that has other bounds. */
const defaultDescriptions: Readonly<Record<string, string>> = {
  limit: 'Maximum number of rows',
  cursor: "Taken from the URL in the previous page's Link header",
  page: 'The number of the page, beginning with 1',
};

function buildQueryParameters({ query, needsPlace }: Operation, schemas: Schemas): Parameter[] {
  if (!query) return [];
  const { properties = {}, required = [] } = schemas.buildInput(query);
  return Object.entries(properties).map(([name, schema]) => {
    if (typeof schema === 'boolean') throw new Error(`The query parameter ${name} is not described`);
    const { description = defaultDescriptions[name], ...rest } = schema;
    const isPlace = needsPlace === true && name === 'section_id';
    return {
      name,
      in: 'query',
      required: required.includes(name) || isPlace,
      schema: rest,
      ...(description && { description }),
    };
  });
}

function listHeaderParameters({ method, response, ifMatch, keyless }: Operation): Reference[] {
  const names: (keyof typeof parameters)[] = [];
  if (method !== 'get' && !keyless) names.push('idempotency-key');
  if (method === 'get' && response instanceof z.ZodType) names.push('if-none-match');
  if (ifMatch) names.push('if-match');
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
