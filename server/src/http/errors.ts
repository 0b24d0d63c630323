import { Refusal } from '@guildhall/domain/refusals.js';
import type { RefusalResponse } from '@guildhall/domain/wire/schemas/write.js';
import type { ErrorRequestHandler } from 'express';
import { RateLimitExceeded } from '../request/rate-limits.js';
import { toRefusal, BannedLogin, UnsupportedMediaType, UnverifiedLogin } from '../request/refusals.js';

export const uncachedHeader = 'private, no-store';

/** Logs only the codes of refusals because their messages may contain member names. */
export const handleErrors: ErrorRequestHandler = (error: unknown, req, res, next) => {
  if (res.headersSent) return next(error);
  res.set('cache-control', uncachedHeader);
  // These headers may already describe a file.
  for (const name of ['content-type', 'content-encoding', 'etag', 'last-modified']) res.removeHeader(name);
  if (isFileError(error)) {
    if (error.headers) res.set(error.headers);
    res.status(error.status).end();
    return;
  }
  const refusal = toRefusal(error);
  if (!refusal) {
    req.log.error({ err: error }, 'request failed');
    res.status(500).json({ error: 'Something went wrong on our side.', code: 'internal' });
    return;
  }
  req.log.debug({ code: refusal.code, field: refusal.field }, 'request refused');
  if (refusal.status === 503) res.set('retry-after', '2');
  if (refusal.code === 'unavailable') req.log.warn({ err: error }, 'a store is unavailable');
  if (refusal instanceof RateLimitExceeded) res.set('retry-after', String(refusal.retryAfterSeconds));
  if (refusal.code === 'key-invalid') res.set('www-authenticate', 'Bearer error="invalid_token"');
  if (refusal.code === 'key-scope') res.set('www-authenticate', 'Bearer error="insufficient_scope"');
  if (refusal instanceof UnsupportedMediaType) res.set(refusal.headers);
  if (refusal instanceof UnverifiedLogin) {
    const { name, value, options } = refusal.cookie;
    res.cookie(name, value, options);
  }
  const body: RefusalResponse = { error: refusal.message, code: refusal.code };
  if (refusal instanceof BannedLogin) Object.assign(body, refusal.details);
  if (refusal.field) body.field = refusal.field;
  res.status(refusal.status).json(body);
};

/** Express reports failed preconditions and ranges of files as errors with these statuses. */
function isFileError(error: unknown): error is Error & { status: number; headers?: Record<string, string> } {
  return (
    !(error instanceof Refusal) &&
    error instanceof Error &&
    'status' in error &&
    [412, 416].includes(Number(error.status))
  );
}
