import { Unavailable } from '@guildhall/event-store/port.js';
import { StoreUnavailable } from '@guildhall/projections/view-store.js';
import { VaultUnavailable } from '../vault/vault.js';

/** Returns whether the only cause is that log, views or vault are currently unavailable. */
export function isUnavailable(error: unknown): error is Error {
  return error instanceof Unavailable || error instanceof StoreUnavailable || error instanceof VaultUnavailable;
}
