import { beginning, type StoredEvent } from '@guildhall/event-store/port.js';
import { maxAttempts, poisonErrorOf, type PoisonError } from './poison.js';
import { StaleWriter, StoreDamaged, StoreUnavailable } from '../view-store.js';

/** Whether an error while a page was written is the fault of an event or of a view: waiting does not help. */
export function isWriteFault(error: unknown): boolean {
  const isOfStore = error instanceof StoreUnavailable || error instanceof StaleWriter || error instanceof StoreDamaged;
  return !isOfStore;
}

/**
 * Finds the event because of which a page cannot be written. After a page of several has failed each of its events is a
 * page of its own; the one that fails three times alone is at fault.
 */
export class WriteFaults {
  private aloneTo = beginning;
  private suspect = { position: beginning, failures: 0 };
  private found: PoisonError | null = null;

  /** Whether the event must be written alone. */
  isAlone(event: StoredEvent): boolean {
    return event.position <= this.aloneTo;
  }

  /** Why the event cannot be written; null where it can, as far as is known. */
  faultOf(event: StoredEvent): PoisonError | null {
    return this.found?.poison.position === event.position ? this.found : null;
  }

  /** Writing a page of these events failed. */
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
