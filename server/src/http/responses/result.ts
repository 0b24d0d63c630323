import { positionHeader, totalHeader } from '@guildhall/domain/wire/headers.js';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { ReadScope } from '../../log/last-changes.js';
import { uncachedHeader } from '../errors.js';
import { formatLinkHeader, buildNextLink, type PageLinks } from '../../request/paging.js';
import { sendEncoded, type EncodedBody } from './encoded-body.js';
import { sendContent } from './send-content.js';
import { cookieName, type ResponseCookie } from '../../request/sessions.js';

export interface AttachedFile {
  name: string;
  contentType: string;
  content: AsyncIterable<string | Uint8Array>;
}

export interface Result {
  body?: unknown;
  serializedBody?: EncodedBody;
  scopes?: readonly ReadScope[];
  file?: AttachedFile;
  redirect?: string;
  /** `<history id>.<position>`: the position of the views for a read, or of its last event for a write. */
  position?: string | undefined;
  /** `no-cache` lets browsers store and revalidate the response. The default protects secrets and private data. */
  cache?: 'no-store' | 'no-cache';
  cursor?: string | null;
  links?: PageLinks | undefined;
  total?: number;
  cookies?: readonly ResponseCookie[];
  /** Runs after the response has been sent so that its duration reveals nothing. */
  afterSend?: () => Promise<void>;
}

export async function sendResult(
  result: Result,
  { req, res, logger, status }: { req: Request; res: Response; logger: Logger; status: number | undefined },
): Promise<void> {
  const { body, serializedBody, file, redirect, afterSend } = result;
  if (status) res.status(status);
  res.setHeader('cache-control', uncachedHeader);
  for (const [name, value] of Object.entries(buildHeaders(result, req.originalUrl))) res.setHeader(name, value);
  for (const cookie of result.cookies ?? []) setCookie(res, cookie);
  // Logging out clears cached files and frozen pages so that the Back button cannot show them.
  if (result.cookies?.some(({ name, value }) => name === cookieName && value === null)) {
    res.set('clear-site-data', '"cache"');
  }
  if (afterSend) {
    const runAfterSend = () =>
      void afterSend().catch((error: unknown) => logger.warn({ err: error }, 'work after a response failed'));
    if (res.closed) runAfterSend();
    else res.once('close', runAfterSend);
  }
  if (redirect !== undefined) return res.redirect(redirect);
  if (file) {
    res.set({ 'content-type': file.contentType, 'content-disposition': `attachment; filename="${file.name}"` });
    return sendContent(res, file.content);
  }
  if (!serializedBody) return sendJson(req, res, body);
  await sendEncoded(req, res, serializedBody, 'application/json; charset=utf-8');
}

function sendJson({ method }: Request, res: Response, body: unknown): void {
  if (method === 'GET' || method === 'HEAD' || body === undefined) return void res.json(body);
  const text = JSON.stringify(body);
  res.setHeader('content-type', 'application/json; charset=utf-8');
  res.setHeader('content-length', Buffer.byteLength(text));
  res.end(text);
}

export const getLinks = ({ cursor = null, links = buildNextLink(cursor) }: Result): PageLinks => links;

export function buildHeaders(result: Result, address: string): Record<string, string> {
  const { position, total, cache } = result;
  const link = formatLinkHeader(address, getLinks(result));
  const headers: Record<string, string> = {};
  if (position !== undefined) headers[positionHeader] = position;
  if (total !== undefined) headers[totalHeader] = String(total);
  if (cache) headers['cache-control'] = `private, ${cache}`;
  if (link) headers['link'] = link;
  return headers;
}

function setCookie(res: Response, { name, value, options }: ResponseCookie): void {
  if (value === null) res.clearCookie(name, options);
  else res.cookie(name, value, options);
}
