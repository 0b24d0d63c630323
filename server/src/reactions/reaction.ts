import type { CommandContext } from '../commands/handle.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';

/**
 * An effect of an event outside the views: an email, a webhook, commands. Each event since the reaction's first start
 * is handled at least once, in log order, by one server at a time. Rebuilding the views repeats nothing.
 */
export interface Reaction {
  /** Identifies the checkpoint and the effects: must never change. */
  name: string;
  /** Event types with their versions, such as `UserErased.v1`. */
  events: readonly string[];
  /**
   * Called again after a failure, a kill or a takeover: every effect needs an id derived from the event's id, as
   * `effect` derives it, so that a repetition is harmless. @param effect returns the context of a command; its
   * `commandId` is the same for the same event and part
   */
  handle(event: StoredEvent, effect: (part: string) => CommandContext): Promise<void>;
}
