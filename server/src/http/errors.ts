import { Refusal, type RefusalCode } from '@guildhall/domain/refusals.js';
import type { RefusalResponse } from '@guildhall/domain/wire/schemas/write.js';
import { TooLarge } from '@guildhall/event-store/port.js';
import { StoreDamaged } from '@guildhall/projections/view-store.js';
import type { ErrorRequestHandler } from 'express';
import { UnknownRightsEvent } from '../log/unknown-rights-event.js';
import { isUnavailable } from '../stores/unavailable.js';
import { TooMany } from './rate-limits.js';
import { AuthorErased } from '../vault/vault.js';

/** Of refusals too: without it, caches may keep what says that an address does not exist. */
export const uncached = 'private, no-store';

/** The refused login of a banned member, with the reason, the end and how to appeal: only after the right password. */
export class BannedLogin extends Refusal {
  constructor(readonly details: Required<Pick<RefusalResponse, 'reason' | 'until' | 'appeal_token'>>) {
    super('banned');
  }
}

/**
 * The one place where a failure becomes a response. Unexpected failures are logged and become a 500; refusals are logged
 * at the level debug, by their code: their texts may name members.
 */
export const handleErrors: ErrorRequestHandler = (error: unknown, req, res, next) => {
  if (res.headersSent) return next(error);
  res.set('cache-control', uncached);
  const refusal = asRefusal(error);
  if (!refusal) {
    req.log.error({ err: error }, 'request failed');
    res.status(500).json({ error: 'Something went wrong on our side.', code: 'internal' });
    return;
  }
  req.log.debug({ code: refusal.code, field: refusal.field }, 'request refused');
  if (refusal.status === 503) res.set('retry-after', '2');
  if (refusal.code === 'unavailable') req.log.warn({ err: error }, 'a part is unreachable');
  if (refusal instanceof TooMany) res.set('retry-after', String(refusal.retryAfter));
  const body: RefusalResponse = { error: refusal.message, code: refusal.code };
  if (refusal instanceof BannedLogin) Object.assign(body, refusal.details);
  if (refusal.field) body.field = refusal.field;
  res.status(refusal.status).json(body);
};

/** The refusal for a failure; null for unexpected failures. */
export function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  // Damaged views are built again.
  const isPassing = isUnavailable(error) || error instanceof StoreDamaged || error instanceof UnknownRightsEvent;
  if (isPassing) return new Refusal('unavailable');
  if (error instanceof AuthorErased) return new Refusal('forbidden'); // texts of erased authors are not rewritten
  if (error instanceof TooLarge) return new Refusal('too-large');
  return bodyRefusal(error);
}

/** Faults of the body and of the address, as Express and its parsers report them. */
const byParserType: Record<string, RefusalCode> = {
  'entity.parse.failed': 'broken-json',
  'entity.too.large': 'too-large',
};

function bodyRefusal(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return null;
  if (error.status < 400 || error.status >= 500) return null;
  const type = 'type' in error && typeof error.type === 'string' ? error.type : '';
  return new Refusal(byParserType[type] ?? (error.status === 404 ? 'not-found' : 'validation'));
}
