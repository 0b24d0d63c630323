import type { CommandContext } from '../commands/handle.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';

/** Each event is handled at least once, in log order, by one server at a time. Rebuilds repeat nothing. */
export interface Reaction {
  /** Identifies the checkpoint and the effects: must never change. */
  name: string;
  events: readonly string[];
  /**
   * May run again for the same event. @param effect returns a context whose `commandId` is stable for event and part
   */
  handle(event: StoredEvent, effect: (part: string) => CommandContext): Promise<void>;
}
