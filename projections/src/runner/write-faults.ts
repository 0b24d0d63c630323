import { beginning, type StoredEvent } from '@guildhall/event-store/port.js';
import { maxAttempts, poisonErrorOf, type PoisonError } from './poison.js';
import { StaleWriter, StoreDamaged, StoreUnavailable } from '../view-store.js';

/** Returns whether the event or a view is at fault, in which case waiting does not help. */
export function isWriteFault(error: unknown): boolean {
  const isOfStore = error instanceof StoreUnavailable || error instanceof StaleWriter || error instanceof StoreDamaged;
  return !isOfStore;
}

/** Each event of a failed page becomes a page of its own; the one that fails three times is at fault. */
export class WriteFaults {
  private aloneTo = beginning;
  private suspect = { position: beginning, failures: 0 };
  private found: PoisonError | null = null;

  isAlone(event: StoredEvent): boolean {
    return event.position <= this.aloneTo;
  }

  faultOf(event: StoredEvent): PoisonError | null {
    return this.found?.poison.position === event.position ? this.found : null;
  }

  failed(page: readonly StoredEvent[], error: unknown): void {
    const last = page.at(-1);
    if (!last || !isWriteFault(error)) return;
    if (page.length > 1) {
      this.aloneTo = last.position;
      return;
    }
    const failures = (this.suspect.position === last.position ? this.suspect.failures : 0) + 1;
    this.suspect = { position: last.position, failures };
    if (failures >= maxAttempts) this.found = poisonErrorOf(last, error);
  }
}
