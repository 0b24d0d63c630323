import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { Request, Response } from 'express';

/** How many rows a list call wants: 1 to 1,000, the whole first thousand when it does not say. */
export function limitOf(req: Request): number {
  const { limit } = req.query;
  if (limit === undefined) return limits.listRows;
  const rows = Number(limit);
  if (!Number.isInteger(rows) || rows < 1 || rows > limits.listRows) {
    throw new Refusal('validation', 'limit', `limit: must be a whole number from 1 to ${limits.listRows}`);
  }
  return rows;
}

/** A query value that is one string of a form; null when it is absent. @throws Refusal */
export function queryText(req: Request, name: string, form: RegExp): string | null {
  const value = req.query[name];
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string' || !form.test(value)) throw new Refusal('validation', name, `${name}: is not valid`);
  return value;
}

/** Names the next page in a `Link` header; the body stays a plain list. */
export function linkNext(req: Request, res: Response, cursor: string | null): void {
  if (cursor === null) return;
  const url = new URL(req.originalUrl, 'http://relative');
  url.searchParams.set('cursor', cursor);
  res.set('link', `<${url.pathname}${url.search}>; rel="next"`);
}

export const positionForm = /^\d{20}$/;
