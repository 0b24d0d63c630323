import { refusals } from '@guildhall/domain/refusals.js';
import { refusalSchema } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import type { Operation } from '../http/operation.js';
import type { Schemas } from './schemas.js';
import type { Reference, Response } from './types.js';

export function listRefusalStatuses(operation: Operation): number[] {
  const writes = operation.method !== 'get';
  const queryFields = operation.query instanceof z.ZodObject ? operation.query.shape : {};
  const kinds: [boolean, ...number[]][] = [
    // These apply to all calls because any call can be sent with a key.
    [true, 401, 403, 429, 503],
    [writes, 400, 404, 409, 413],
    [operation.body !== undefined || operation.upload !== undefined, 415],
    [operation.query !== undefined, 400],
    [operation.actions !== undefined, 404],
    [operation.path.includes('/:'), 400, 404],
    ['section_id' in queryFields, 404],
    [operation.method === 'get' && 'at' in queryFields, 404],
    [operation.ifMatch === true, 412],
  ];
  const ownMessages = (operation.refusals ?? []).map((code) => refusals[code][0]);
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
  const retryAfter = { headers: { 'retry-after': { $ref: '#/components/headers/retry-after' } } };
  return Object.fromEntries(
    Object.entries(codes).map(([status, names]) => [
      getRefusalName(status),
      { description: `Refused: ${names.join(', ')}`, ...(['429', '503'].includes(status) && retryAfter), content },
    ]),
  );
}
