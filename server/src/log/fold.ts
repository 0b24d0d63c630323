import { upcastEvent, type DomainEvent } from '@guildhall/domain/events.js';
import type { Decider } from '@guildhall/domain/decider.js';
import type { EventLog, ExpectedRevision, Position, StoredEvent } from '@guildhall/event-store/port.js';

/**
 * One stream, folded. For an aggregate's stream it lives as long as a command; for the singletons `structure` and
 * `staff` it lives as long as the server and is only caught up.
 */
export class Fold<State, Command, Event extends DomainEvent, Context> {
  state: State;
  revision: ExpectedRevision = 'no-stream';
  /** Of the last event applied; null before the first. */
  position: Position | null = null;
  /** Where each command of the stream ends, and its number of events, to respond to a repeated one. */
  readonly commands = new Map<string, { position: Position; events: number }>();
  /** For the tests that count the work of a command. */
  eventsRead = 0;

  constructor(
    readonly stream: string,
    readonly decider: Decider<State, Command, Event, Context>,
    /** Receives each event as it was stored, for uses other than decisions. */
    private readonly onApplied: (stored: StoredEvent) => void = () => undefined,
  ) {
    this.state = decider.initial();
  }

  async catchUp(log: EventLog): Promise<void> {
    const from = this.revision === 'no-stream' ? 0 : this.revision + 1;
    for (const event of await log.readStream(this.stream, from)) this.apply(event);
  }

  /** Events that are already applied are skipped, so that a command and the follower may both apply one. */
  apply(stored: StoredEvent): void {
    if (this.revision !== 'no-stream' && stored.revision <= this.revision) return;
    const event = upcastEvent(stored.type, stored.data);
    if (event) this.state = this.decider.evolve(this.state, event as Event);
    this.revision = stored.revision;
    this.position = stored.position;
    this.eventsRead++;
    this.onApplied(stored);
    const commandId = stored.metadata.commandId;
    if (!commandId) return;
    const events = (this.commands.get(commandId)?.events ?? 0) + 1;
    this.commands.set(commandId, { position: stored.position, events });
  }
}

/** A stream as it is now, for the command that is sent to it next. @throws Unavailable */
export async function foldNow<State, Command, Event extends DomainEvent, Context>(
  log: EventLog,
  stream: string,
  decider: Decider<State, Command, Event, Context>,
): Promise<Fold<State, Command, Event, Context>> {
  const fold = new Fold(stream, decider);
  await fold.catchUp(log);
  return fold;
}
