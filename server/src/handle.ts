import type { EventMetadata } from '@guildhall/domain/decider.js';
import { liftEvent, type DomainEvent } from '@guildhall/domain/events.js';
import { eventIdOf } from '@guildhall/domain/ids.js';
import { Refusal, refusals } from '@guildhall/domain/refusals.js';
import { touchedSince, type RecordedAct } from '@guildhall/domain/undo.js';
import { VersionConflict, type EventLog, type Position, type StoredEvent } from '@guildhall/event-store/port.js';
import type { Fold } from './fold.js';

/** Who sends a command, which one it is, and the request it came with. */
export interface CommandContext {
  actorId: string;
  commandId: string;
  correlationId: string;
  /** Why; sealed. */
  reason?: string | undefined;
  /** The act that the command takes back: refused where what it changed was changed again since. */
  undoes?: StoredEvent | undefined;
}

export interface Handled {
  /** Where the command's last event stands; null when nothing has ever happened to the stream. */
  position: Position | null;
  /** The command had been done before; nothing was written. */
  repeated: boolean;
  /** The ids of the events that it came to, by which an act of the staff can be undone. */
  acts: string[];
}

const tries = 4;

/**
 * Reads the stream, decides, appends. A command that is already in the stream is answered as it was, whatever it says
 * now. A version conflict, and nothing else, is decided again on the new state, three times.
 * @throws Refusal, and the log's Unavailable and TooLarge
 */
export async function handle<State, Command, Event extends DomainEvent, Facts>(
  log: EventLog,
  fold: Fold<State, Command, Event, Facts>,
  command: Command,
  facts: Facts,
  context: CommandContext,
): Promise<Handled> {
  for (let attempt = 1; ; attempt++) {
    await fold.catchUp(log);
    const done = fold.commands.get(context.commandId);
    if (done) return { position: done, repeated: true, acts: [eventIdOf(context.commandId, fold.stream, 0)] };
    if (context.undoes) await refuseIfTouched(log, context.undoes);
    const events = fold.decider.decide(command, fold.state, facts);
    if (events.length === 0) return { position: fold.position, repeated: false, acts: [] };
    try {
      const written = stamped(events, fold.stream, context);
      const appended = await log.append(fold.stream, written, fold.revision);
      return { position: appended.position, repeated: false, acts: written.map(({ id }) => id) };
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      if (attempt === tries) throw new Refusal('conflict');
    }
  }
}

function stamped(events: readonly DomainEvent[], stream: string, context: CommandContext) {
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
    id: eventIdOf(context.commandId, stream, index),
    type: event.type,
    data: event.data,
    metadata: { ...metadata },
  }));
}

/** The stream is read from the act on; what is appended meanwhile meets the expected revision of the append. */
async function refuseIfTouched(log: EventLog, act: StoredEvent): Promise<void> {
  const since = (await log.readStream(act.stream, act.revision)).flatMap((stored) => recorded(stored) ?? []);
  const [itself] = since;
  if (itself?.id !== act.id) throw new Refusal('not-found');
  const field = touchedSince(itself, since);
  if (field) throw new Refusal('changed-since', field, `${refusals['changed-since'][1]} (${field})`);
}

function recorded({ id, type, data, metadata }: StoredEvent): RecordedAct | null {
  const event = liftEvent(type, data);
  return event && { id, event, undoes: metadata.undoes ?? null };
}
