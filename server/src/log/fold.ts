import { rightsStreams, upcastEvent, type DomainEvent } from '@guildhall/domain/events.js';
import type { Decider } from '@guildhall/domain/decider.js';
import type { EventLog, ExpectedRevision, Position, StoredEvent } from '@guildhall/event-store/port.js';
import { UnknownRightsEvent } from './unknown-rights-event.js';

const maxKnownCommands = 10_000;

/**
 * Folds of streams such as `structure` and `staff` exist as long as the server. All other folds are in the
 * `AggregateCache`.
 */
export class Fold<State, Command, Event extends DomainEvent, Context> {
  state: State;
  revision: ExpectedRevision = 'no-stream';
  position: Position | null = null;
  readAt = -Infinity;
  readonly commands = new Map<string, { position: Position; events: number }>();

  constructor(
    readonly stream: string,
    readonly decider: Decider<State, Command, Event, Context>,
    private readonly onApplied: (storedEvent: StoredEvent) => void = () => undefined,
  ) {
    this.state = decider.initial();
  }

  async catchUp(log: EventLog): Promise<void> {
    const startedAt = performance.now();
    for (const event of await log.readStream(this.stream, this.nextRevision)) this.apply(event);
    this.readAt = Math.max(this.readAt, startedAt);
  }

  get nextRevision(): number {
    return this.revision === 'no-stream' ? 0 : this.revision + 1;
  }

  /**
   * Skips events that have already been applied.
   * @throws UnknownRightsEvent on every retry because the fold does not advance
   */
  apply(storedEvent: StoredEvent): void {
    if (this.revision !== 'no-stream' && storedEvent.revision <= this.revision) return;
    const event = upcastEvent(storedEvent.type, storedEvent.data);
    if (!event && rightsStreams.has(this.stream)) throw new UnknownRightsEvent(storedEvent);
    if (event) this.state = this.decider.evolve(this.state, event as Event);
    this.revision = storedEvent.revision;
    this.position = storedEvent.position;
    this.onApplied(storedEvent);
    const commandId = storedEvent.metadata.commandId;
    if (!commandId) return;
    const events = (this.commands.get(commandId)?.events ?? 0) + 1;
    this.commands.set(commandId, { position: storedEvent.position, events });
    const [oldest] = this.commands.keys();
    if (this.commands.size > maxKnownCommands && oldest !== undefined) this.commands.delete(oldest);
  }
}

export async function foldNow<State, Command, Event extends DomainEvent, Context>(
  log: EventLog,
  stream: string,
  decider: Decider<State, Command, Event, Context>,
): Promise<Fold<State, Command, Event, Context>> {
  const fold = new Fold(stream, decider);
  await fold.catchUp(log);
  return fold;
}
