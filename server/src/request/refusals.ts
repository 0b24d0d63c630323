import { Refusal, type RefusalCode } from '@guildhall/domain/refusals.js';
import type { RefusalResponse } from '@guildhall/domain/wire/schemas/write.js';
import { TooLarge } from '@guildhall/event-store/port.js';
import { StoreDamaged } from '@guildhall/projections/view-store.js';
import { UnknownRightsEvent } from '../log/unknown-rights-event.js';
import { isUnavailable } from '../stores/outages.js';
import { AuthorErased } from '../vault/vault.js';

export class UnsupportedMediaType extends Refusal {
  constructor(readonly accepted: string) {
    super('media-type');
  }
}

/** Only thrown if the password was correct. */
export class BannedLogin extends Refusal {
  constructor(readonly details: Required<Pick<RefusalResponse, 'reason' | 'until' | 'appeal_token'>>) {
    super('banned');
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

const byParserType: Record<string, RefusalCode> = {
  'entity.parse.failed': 'broken-json',
  'entity.too.large': 'too-large',
  'charset.unsupported': 'media-type',
  'encoding.unsupported': 'media-type',
};

function toBodyRefusal(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return null;
  if (error.status < 400 || error.status >= 500) return null;
  const type = 'type' in error && typeof error.type === 'string' ? error.type : '';
  return new Refusal(byParserType[type] ?? (error.status === 404 ? 'not-found' : 'validation'));
}
