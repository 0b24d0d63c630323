import { beginning, type StoredEvent } from '@guildhall/event-store/port.js';
import { createPoisonError, type PoisonError } from './poison.js';
import { StaleWriter, StoreDamaged, StoreUnavailable } from '../view-store.js';

const maxAttempts = 3;

/** Returns true if the event or a view is at fault, so that waiting cannot help. */
export function isWriteFault(error: unknown): boolean {
  const isOfStore = error instanceof StoreUnavailable || error instanceof StaleWriter || error instanceof StoreDamaged;
  return !isOfStore;
}

/** After a failed page, makes each of its events a page of its own. The event that fails three times is at fault. */
export class WriteFaults {
  private separateUpTo = beginning;
  private suspect = { position: beginning, failures: 0 };
  private poisonError: PoisonError | null = null;

  needsOwnPage(event: StoredEvent): boolean {
    return event.position <= this.separateUpTo;
  }

  findFault(event: StoredEvent): PoisonError | null {
    return this.poisonError?.poison.position === event.position ? this.poisonError : null;
  }

  recordFailure(page: readonly StoredEvent[], error: unknown): void {
    const last = page.at(-1);
    if (!last || !isWriteFault(error)) return;
    if (page.length > 1) {
      this.separateUpTo = last.position;
      return;
    }
    const failures = (this.suspect.position === last.position ? this.suspect.failures : 0) + 1;
    this.suspect = { position: last.position, failures };
    if (failures >= maxAttempts) this.poisonError = createPoisonError(last, error);
  }
}
