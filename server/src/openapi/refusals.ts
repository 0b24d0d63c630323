import { refusals } from '@guildhall/domain/refusals.js';
import { refusalSchema } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import type { Operation } from '../http/operation.js';
import type { Schemas } from './schemas.js';
import type { Reference, Response } from './types.js';

export function listRefusalStatuses(it: Operation): number[] {
  const writes = it.method !== 'get';
  const queryFields = it.query instanceof z.ZodObject ? it.query.shape : {};
  const kinds: [boolean, ...number[]][] = [
    // These apply to all calls because any call can be sent with a key.
    [true, 401, 403, 429, 503],
    [writes, 400, 404, 409, 413],
    [it.body !== undefined || it.upload !== undefined, 415],
    [it.query !== undefined, 400],
    [it.actions !== undefined, 404],
    [it.path.includes('/:'), 400, 404],
    ['section_id' in queryFields, 404],
    [it.method === 'get' && 'at' in queryFields, 404],
    [it.ifMatch === true, 412],
  ];
  const ownMessages = (it.refusals ?? []).map((code) => refusals[code][0]);
  return [...new Set([...kinds.flatMap(([applies, ...statuses]) => (applies ? statuses : [])), ...ownMessages])].sort();
}

const getRefusalName = (status: number | string): string => `Refusal${status}`;

export const referToRefusal = (status: number): Reference => ({
  $ref: `#/components/responses/${getRefusalName(status)}`,
});

export function buildRefusalResponses(schemas: Schemas): Record<string, Response> {
  const codes: Record<string, string[]> = {};
  for (const [code, [status]] of Object.entries(refusals)) (codes[status] ??= []).push(code);
  const content = { 'application/json': { schema: schemas.buildOutput(refusalSchema) } };
  const wait = { headers: { 'retry-after': { $ref: '#/components/headers/retry-after' } } };
  return Object.fromEntries(
    Object.entries(codes).map(([status, names]) => [
      getRefusalName(status),
      { description: `Refused: ${names.join(', ')}`, ...(['429', '503'].includes(status) && wait), content },
    ]),
  );
}
