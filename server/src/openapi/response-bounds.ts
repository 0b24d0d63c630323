import { limits } from '@guildhall/domain/limits.js';
import { z } from 'zod';
import type { Operation } from '../http/operation.js';
import { Schemas } from './schemas.js';

export interface ResponseBounds {
  rows: number | null;
  next: boolean;
  /** The estimated size of the JSON. Null for streamed files. */
  bytes: number | null;
}

export function getResponseBounds(operation: Operation): ResponseBounds {
  const { properties = {} } = operation.query ? new Schemas().buildInput(operation.query) : {};
  const limit = properties['limit'];
  const maxLimit = typeof limit === 'object' ? limit.maximum : undefined;
  const rows = maxLimit ?? operation.rows ?? null;
  if (operation.response instanceof z.ZodArray && rows === null)
    throw new Error(`${operation.method} ${operation.path} has no limit`);
  const isJson = operation.response instanceof z.ZodType || operation.response === 'redirect';
  return { rows, next: 'cursor' in properties || 'page' in properties, bytes: isJson ? limits.listBytes : null };
}
