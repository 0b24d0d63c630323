import type { RefusalResponse } from '@guildhall/domain/wire/schemas/write.js';
import type { ErrorRequestHandler } from 'express';
import { RateLimitExceeded } from '../request/rate-limits.js';
import { toRefusal, BannedLogin } from '../request/refusals.js';

export const uncachedHeader = 'private, no-store';

/** Logs only the codes of refusals because their messages may contain member names. */
export const handleErrors: ErrorRequestHandler = (error: unknown, req, res, next) => {
  if (res.headersSent) return next(error);
  res.set('cache-control', uncachedHeader);
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
  const body: RefusalResponse = { error: refusal.message, code: refusal.code };
  if (refusal instanceof BannedLogin) Object.assign(body, refusal.details);
  if (refusal.field) body.field = refusal.field;
  res.status(refusal.status).json(body);
};
