import { setTimeout as sleep } from 'node:timers/promises';
import type { EventMetadata } from '@guildhall/domain/decider.js';
import { upcastEvent, type DomainEvent } from '@guildhall/domain/events.js';
import { deriveEventId } from '@guildhall/domain/ids.js';
import { Refusal, refusals } from '@guildhall/domain/refusals.js';
import { findFieldChangedSince, type RecordedEvent } from '@guildhall/domain/undo/undo.js';
import {
  VersionConflict,
  type EventLog,
  type ExpectedRevision,
  type Position,
  type StoredEvent,
} from '@guildhall/event-store/port.js';
import type { Fold } from '../log/fold.js';

export interface CommandContext {
  actorId: string;
  commandId: string;
  correlationId: string;
  reason?: string | undefined;
  undoes?: StoredEvent | undefined;
  /** A `performance.now` timestamp. The decision may be based on state that was read after this time. */
  receivedAt?: number | undefined;
}

export interface CommandResult {
  position: Position | null;
  eventIds: string[];
}

const maxAttempts = 4;
const maxSharedAttempts = 12;

/**
 * Decides on the cached fold because an append based on an outdated one fails. After a conflict, or if nothing was
 * appended, reads the stream and decides again. A retried command returns the first one's result, even if its content
 * differs.
 * @throws Refusal; Unavailable and TooLarge from the log
 */
export async function handle<State, Command, Event extends DomainEvent, Context>(
  log: EventLog,
  fold: Fold<State, Command, Event, Context>,
  command: Command,
  loadContext: () => Context | Promise<Context>,
  context: CommandContext,
  shared = false,
): Promise<CommandResult> {
  for (let attempt = 0; ; attempt++) {
    const isRead = attempt > 0;
    if (isRead) await fold.catchUp(log);
    const previous = fold.commands.get(context.commandId);
    if (previous)
      return { position: previous.position, eventIds: deriveEventIds(context, fold.stream, previous.events) };
    if (context.undoes) await requireUnchangedSince(log, context.undoes, fold);
    let events: DomainEvent[];
    try {
      const decisionContext = await loadContext();
      events = fold.decider.decide(command, fold.state, decisionContext);
    } catch (refusal) {
      if (!isRead) continue;
      throw refusal;
    }
    if (events.length === 0) {
      if (!isRead) continue;
      return { position: fold.position, eventIds: [] };
    }
    try {
      const newEvents = withMetadata(events, fold.stream, context);
      const { position } = await log.append(fold.stream, newEvents, fold.revision);
      return { position, eventIds: newEvents.map(({ id }) => id) };
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      if (attempt === (shared ? maxSharedAttempts : maxAttempts)) throw new Refusal('conflict');
      if (shared && isRead) await sleep(Math.random() * 5 * attempt);
    }
  }
}

const deriveEventIds = ({ commandId }: CommandContext, stream: string, events: number): string[] =>
  Array.from({ length: events }, (_, index) => deriveEventId(commandId, stream, index));

function withMetadata(events: readonly DomainEvent[], stream: string, context: CommandContext) {
  const metadata: EventMetadata = {
    actorId: context.actorId,
    commandId: context.commandId,
    correlationId: context.correlationId,
    causationId: context.commandId,
    at: new Date().toISOString(),
  };
  if (context.reason) metadata.reason = context.reason;
  if (context.undoes) metadata.undoes = context.undoes.id;
  return events.map((event, index) => ({
    id: deriveEventId(context.commandId, stream, index),
    type: event.type,
    data: event.data,
    metadata: { ...metadata },
  }));
}

async function requireUnchangedSince(
  log: EventLog,
  undoneEvent: StoredEvent,
  fold: { readonly revision: ExpectedRevision },
): Promise<void> {
  for (
    let seenRevision: ExpectedRevision = 'no-stream';
    seenRevision === 'no-stream' || seenRevision < Number(fold.revision);
  ) {
    const streamEvents = await log.readStream(undoneEvent.stream, undoneEvent.revision);
    seenRevision = streamEvents.at(-1)?.revision ?? undoneEvent.revision;
    const since = streamEvents.flatMap((event) => toRecorded(event) ?? []);
    const [itself] = since;
    if (itself?.id !== undoneEvent.id) throw new Refusal('not-found');
    const field = findFieldChangedSince(itself, since);
    if (field) throw new Refusal('changed-since', field, `${refusals['changed-since'][1]} (${field})`);
  }
}

function toRecorded({ id, type, data, metadata }: StoredEvent): RecordedEvent | null {
  const event = upcastEvent(type, data);
  return event && { id, event, undoes: metadata.undoes ?? null };
}

export class SerializedCommands {
  private readonly inProgress = new Map<string, Promise<CommandResult>>();

  constructor(private readonly log: EventLog) {}

  /**
   * Handles one command per stream at a time because concurrent changes to a small stream would conflict until they run
   * out of attempts.
   */
  async handle<S, C, E extends DomainEvent, F>(
    fold: Fold<S, C, E, F>,
    command: C,
    loadContext: () => F | Promise<F>,
    context: CommandContext,
  ): Promise<CommandResult> {
    const precedingWork = this.inProgress.get(fold.stream);
    const work = (async () => {
      await precedingWork?.catch(() => undefined);
      const result = await handle(this.log, fold, command, loadContext, context, true);
      await fold.catchUp(this.log);
      return result;
    })();
    this.inProgress.set(fold.stream, work);
    return work;
  }
}
