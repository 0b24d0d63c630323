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

export function getResponseBounds(it: Operation): ResponseBounds {
  const { properties = {} } = it.query ? new Schemas().buildInput(it.query) : {};
  const limit = properties['limit'];
  const maxLimit = typeof limit === 'object' ? limit.maximum : undefined;
  const rows = maxLimit ?? it.rows ?? null;
  if (it.response instanceof z.ZodArray && rows === null) throw new Error(`${it.method} ${it.path} has no limit`);
  const isJson = it.response instanceof z.ZodType || it.response === 'redirect';
  return { rows, next: 'cursor' in properties || 'page' in properties, bytes: isJson ? limits.listBytes : null };
}
