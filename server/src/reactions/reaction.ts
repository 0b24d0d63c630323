import type { CommandContext } from '../commands/handle.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';

/**
 * An effect outside the views that follows from events: an email, a webhook, commands. Each event from the reaction's
 * first start on is handled at least once, in log order, by one server at a time; rebuilding the views repeats nothing.
 */
export interface Reaction {
  /** Identifies the checkpoint and the effects: never changes. */
  name: string;
  /** Event types with their versions, such as `UserErased.v1`. */
  events: readonly string[];
  /**
   * Is called again after a failure, a kill or a takeover: every effect needs an id made from the event's, as `effect`
   * makes it, so that a repetition is harmless.
   * @param effect the context of a command; its `commandId` is the same for the same event and part
   */
  handle(event: StoredEvent, effect: (part: string) => CommandContext): Promise<void>;
}
