import type { CommandContext } from '../commands/handle.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';

/**
 * An effect of events outside the views: an email, a webhook, commands. Each event since the reaction's first start is
 * handled at least once, in log order, by one server at a time.
 */
export interface Reaction {
  /** Identifies the checkpoint and the effects: must never change. */
  name: string;
  events: readonly string[];
  /**
   * May run again for the same event, so every effect needs a stable id. @param effect returns a command context whose
   * `commandId` is the same for the same event and part
   */
  handle(event: StoredEvent, effect: (part: string) => CommandContext): Promise<void>;
}
