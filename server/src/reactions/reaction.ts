import type { CommandContext } from '../commands/handle.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';

/** Handles each event at least once, in log order and on one server at a time. Rebuilds do not run it again. */
export interface Reaction {
  /** Identifies the checkpoint and the effects, so it must never change. */
  name: string;
  events: readonly string[];
  /**
   * May be called repeatedly with the same event.
   * @param effect returns a context whose `commandId` is unique to the event and part
   */
  handle(event: StoredEvent, effect: (part: string) => CommandContext): Promise<void>;
}
