import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';

interface FileHead {
  contentType: string;
  cacheControl: string;
}

/** Express reports these in the same way, and `handleErrors` sends them without a body. */
class FileError extends Error {
  constructor(
    readonly status: 412 | 416,
    readonly headers: Record<string, string> = {},
  ) {
    super(`a request for a file failed with ${status}`);
  }
}

/** For bytes that are not compressed in transit, because the entity tag is strong. */
export function sendFile(req: Request, res: Response, head: FileHead, bytes: Buffer): void {
  const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`;
  if (beginFile(req, res, { ...head, etag })) sendBytes(req, res, bytes);
}

/**
 * Evaluates the preconditions in the order of RFC 9110, 13.2.2. Date preconditions do not apply because files have no
 * modification date.
 * @returns false if the response has been sent, because the client has the file already
 */
export function beginFile(
  req: Request,
  res: Response,
  { contentType, cacheControl, etag }: FileHead & { etag: string },
): boolean {
  res.set({
    'content-type': contentType,
    'cache-control': cacheControl,
    // Prevents a picture from loading or running anything, even if it is opened directly.
    'content-security-policy': "default-src 'none'; sandbox",
    etag,
  });
  if (!isExpected(req.get('if-match'), etag)) throw new FileError(412);
  if (!req.fresh) return true;
  res.status(304).end();
  return false;
}

/** Weak tags never match. */
const isExpected = (ifMatch: string | undefined, etag: string): boolean =>
  ifMatch === undefined || ifMatch.trim() === '*' || ifMatch.split(',').some((tag) => tag.trim() === etag);

/** Sends the requested bytes. For several ranges, sends everything. */
export function sendBytes(req: Request, res: Response, bytes: Buffer): void {
  res.set('accept-ranges', 'bytes');
  const range = findRange(req, res, bytes.length);
  if (!range) return void res.send(bytes);
  const { start, end } = range;
  res.status(206).set('content-range', `bytes ${start}-${end}/${bytes.length}`);
  res.send(bytes.subarray(start, end + 1));
}

function findRange(req: Request, res: Response, size: number): { start: number; end: number } | null {
  const [range, ifRange] = [req.get('range') ?? '', req.get('if-range')];
  const isCurrent = ifRange === undefined || ifRange === res.get('etag');
  if (req.method !== 'GET' || !isCurrent || !/^bytes=/i.test(range)) return null;
  // Express refuses a request for more last bytes than the file has.
  if (Number(/=-(\d+)$/.exec(range)?.[1]) > size) return null;
  const ranges = req.range(size, { combine: true });
  if (ranges === -1) throw new FileError(416, { 'content-range': `bytes */${size}` });
  return Array.isArray(ranges) && ranges.length === 1 ? (ranges[0] ?? null) : null;
}
