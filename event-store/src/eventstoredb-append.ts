import { setTimeout as sleep } from 'node:timers/promises';
import { ANY, NO_STREAM } from '@eventstore/db-client';
import type {
  AppendResult,
  AppendToStreamOptions,
  EventData,
  EventStoreDBClient,
  JSONType,
} from '@eventstore/db-client';
import { checkAppend } from './append-limits.js';
import { Unavailable, VersionConflict } from './port.js';
import type { Appended, ExpectedRevision, NewEvent } from './port.js';
import { CallSlots } from './eventstoredb-call-slots.js';
import { withDeadline } from './eventstoredb-deadline.js';
import { finalAppendError, portError } from './eventstoredb-errors.js';
import { portPosition } from './eventstoredb-events.js';
import type { Credentials, Settings } from './eventstoredb-settings.js';

/** Beyond a hundred calls at once a connection falls silent; reads need some too. */
const mostAtOnce = 64;

/** Pauses before the repeats of one append, ms; the last one recurs. */
const repeatPauses = [50, 100, 200, 400, 800];

/** Appends that end with a certain answer wherever one can be had. */
export class EventStoreDbAppender {
  readonly #slots: CallSlots;

  constructor(
    private readonly client: EventStoreDBClient,
    private readonly credentials: Credentials,
    private readonly settings: Settings,
  ) {
    this.#slots = new CallSlots(settings.guards.cap ? mostAtOnce : Infinity);
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<Appended> {
    if (this.settings.guards.limits) checkAppend(stream, events, expected);
    if (!(await this.#slots.take(this.settings.repeatForMs))) {
      throw new Unavailable(`EventStoreDB, append to ${stream}: too many appends are waiting`, false);
    }
    try {
      return await this.#repeatUntilKnown(stream, events, expected);
    } finally {
      this.#slots.giveBack();
    }
  }

  /** Only the very same call again can tell whether the first was written, and it is harmless if it was. */
  async #repeatUntilKnown(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<Appended> {
    const { guards, repeatForMs } = this.settings;
    const giveUpAt = performance.now() + repeatForMs;
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#appendOnce(stream, events, expected);
      } catch (error) {
        const final = finalAppendError(error, stream, expected, tries > 0);
        if (final) throw final;
        const pause = repeatPauses[Math.min(tries, repeatPauses.length - 1)] ?? 0;
        if (!guards.repeat || performance.now() + pause > giveUpAt) {
          throw portError(error, `append to ${stream}`, true, guards);
        }
        await sleep(pause);
      }
    }
  }

  async #appendOnce(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<Appended> {
    const { deadlineMs, guards } = this.settings;
    const exact = expected === 'no-stream' ? NO_STREAM : BigInt(expected);
    const options: AppendToStreamOptions = {
      expectedRevision: guards.exactRevision ? exact : ANY,
      ...(guards.classicAppend ? { credentials: this.credentials } : {}),
      ...(guards.deadline ? { deadline: deadlineMs } : {}),
    };
    const call = this.client.appendToStream(stream, events.map(eventData), options);
    const result = await withDeadline(call, this.settings, `append to ${stream}`);
    if (guards.successFlag && !result.success) throw conflict(stream, expected, result);
    return { revision: Number(result.nextExpectedRevision), position: portPosition(result.position) };
  }
}

function conflict(stream: string, expected: ExpectedRevision, result: AppendResult): VersionConflict {
  const actual = result.nextExpectedRevision < 0n ? 'no-stream' : Number(result.nextExpectedRevision);
  return new VersionConflict(stream, expected, actual);
}

/** The data has a JSON form (`checkAppend` made sure), which is all that the client asks of it. */
function eventData(event: NewEvent): EventData {
  const { id, type, metadata } = event;
  return { id, type, contentType: 'application/json', data: event.data as JSONType, metadata };
}
