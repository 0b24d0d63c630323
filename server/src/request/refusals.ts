import { Refusal, type RefusalCode } from '@guildhall/domain/refusals.js';
import type { RefusalResponse } from '@guildhall/domain/wire/schemas/write.js';
import { TooLarge } from '@guildhall/event-store/port.js';
import { StoreDamaged } from '@guildhall/projections/view-store.js';
import { UnknownRightsEvent } from '../log/unknown-rights-event.js';
import { isUnavailable } from '../stores/outages.js';
import type { ResponseCookie } from './sessions.js';
import { AuthorErased } from '../vault/vault.js';

/** `headers` name what the call accepts (RFC 9110, 15.5.16). */
export class UnsupportedMediaType extends Refusal {
  constructor(readonly headers: { accept: string } | { 'accept-encoding': string }) {
    super('media-type');
  }
}

/** Only thrown if the password was correct. */
export class BannedLogin extends Refusal {
  constructor(readonly details: Required<Pick<RefusalResponse, 'reason' | 'until' | 'appeal_token'>>) {
    super('banned');
  }
}

/** Only thrown if the password was correct. With the cookie, the browser can correct a mistyped email address. */
export class UnverifiedLogin extends Refusal {
  constructor(readonly cookie: ResponseCookie) {
    super('not-verified');
  }
}

export function toRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  const isTemporary = isUnavailable(error) || error instanceof StoreDamaged || error instanceof UnknownRightsEvent;
  if (isTemporary) return new Refusal('unavailable');
  // The posts of erased authors cannot be changed.
  if (error instanceof AuthorErased) return new Refusal('forbidden');
  if (error instanceof TooLarge) return new Refusal('too-large');
  return toBodyRefusal(error);
}

const byStatus: Record<number, RefusalCode> = {
  403: 'forbidden',
  404: 'not-found',
  408: 'request-timeout',
  413: 'too-large',
};

function toBodyRefusal(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return null;
  if (error.status < 400 || error.status >= 500) return null;
  const type = 'type' in error ? error.type : null;
  if (type === 'encoding.unsupported') return new UnsupportedMediaType({ 'accept-encoding': 'br, gzip, deflate' });
  if (type === 'charset.unsupported') return new UnsupportedMediaType({ accept: 'application/json' });
  if (type === 'entity.parse.failed') return new Refusal('broken-json');
  return new Refusal(byStatus[error.status] ?? 'validation');
}
