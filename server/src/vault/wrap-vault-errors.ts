import { isDamaged } from '@guildhall/event-store/sqlite/errors.js';
import { VaultDamaged, VaultUnavailable } from './vault.js';

export async function wrapVaultErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof VaultUnavailable) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    if (isDamaged(error) || error instanceof SyntaxError) throw new VaultDamaged(reason, { cause: error });
    throw new VaultUnavailable(`The vault cannot be reached: ${reason}`, { cause: error });
  }
}
