import { limits } from '@guildhall/domain/limits.js';
import type { Request, Response } from 'express';
import { z } from 'zod';

/** A whole number from 1 to `max` in a query. */
export function upTo(max: number) {
  const error = `must be a whole number from 1 to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(1, { error }).max(max, { error });
}

/** Text of a form in a query; an empty one is absent. */
export const formed = (form: RegExp) =>
  z
    .string({ error: 'is not valid' })
    .refine((value) => value === '' || form.test(value), { error: 'is not valid' })
    .meta({ pattern: form.source })
    .transform((value) => value || undefined)
    .optional();

export const position = formed(/^\d{20}$/);

/** The query of every call that reads views: they shall stand at the position `<log>.<position>` first. */
export const reading = z.object({ after: formed(/^[0-9a-f]{8}\.\d{20}$/) });
export type Reading = z.infer<typeof reading>;

/** As `reading`, for a list: how many rows, the whole first thousand when it does not say. */
export const rows = reading.extend({ limit: upTo(limits.listRows).default(limits.listRows) });

/** As `rows`, for a list whose pages begin after a cursor, which the `Link` header of the page before names. */
export const paging = <Cursor extends z.ZodType>(cursor: Cursor) => rows.extend({ cursor });

/** 1 or 0, true or false, in a query. */
export const queryFlag = z
  .enum(['1', '0', 'true', 'false'], { error: 'must be 1, 0, true or false' })
  .transform((value) => value === '1' || value === 'true');

/** Names the next page in a `Link` header; the body stays a plain list. `name`: what a page is called in the query. */
export function linkNext(req: Request, res: Response, cursor: string | null, name = 'cursor'): void {
  if (cursor === null) return;
  const url = new URL(req.originalUrl, 'http://relative');
  url.searchParams.set(name, cursor);
  res.set('link', `<${url.pathname}${url.search}>; rel="next"`);
}
