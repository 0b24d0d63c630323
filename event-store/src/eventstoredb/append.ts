import { setTimeout as sleep } from 'node:timers/promises';
import { NO_STREAM } from '@eventstore/db-client';
import type {
  AppendResult,
  AppendToStreamOptions,
  EventData,
  EventStoreDBClient,
  JSONType,
} from '@eventstore/db-client';
import { checkAppend } from '../append-limits.js';
import { Unavailable, VersionConflict } from '../port.js';
import type { Appended, ExpectedRevision, NewEvent } from '../port.js';
import { CallSlots } from './call-slots.js';
import { withDeadline } from './deadline.js';
import { finalAppendError, portError } from './errors.js';
import { portPosition } from './events.js';
import type { Credentials, Settings } from './settings.js';

/** More than a hundred concurrent calls on one connection get neither data nor error; reads need some of them too. */
const maxPendingAppends = 64;

/** Pauses before the repeats of one append, ms; further repeats use the last one. */
const repeatPauses = [50, 100, 200, 400, 800];

/** Appends that end with a known outcome wherever possible. */
export class EventStoreDbAppender {
  readonly #slots = new CallSlots(maxPendingAppends);

  constructor(
    private readonly client: EventStoreDBClient,
    private readonly credentials: Credentials,
    private readonly settings: Settings,
  ) {}

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<Appended> {
    checkAppend(stream, events, expected);
    if (!(await this.#slots.acquire(this.settings.repeatForMs))) {
      throw new Unavailable(`EventStoreDB, append to ${stream}: too many appends are waiting`, false);
    }
    try {
      return await this.#repeatUntilKnown(stream, events, expected);
    } finally {
      this.#slots.release();
    }
  }

  /** Only an exact repeat of the call shows whether the first one was written, and it is harmless if it was. */
  async #repeatUntilKnown(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<Appended> {
    const giveUpAt = performance.now() + this.settings.repeatForMs;
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#appendOnce(stream, events, expected);
      } catch (error) {
        const final = finalAppendError(error, stream, expected, tries > 0);
        if (final) throw final;
        const pause = repeatPauses[Math.min(tries, repeatPauses.length - 1)] ?? 0;
        if (performance.now() + pause > giveUpAt) throw portError(error, `append to ${stream}`, true);
        await sleep(pause);
      }
    }
  }

  async #appendOnce(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<Appended> {
    const options: AppendToStreamOptions = {
      // With "any" a repeat after a restart of the server is written again.
      expectedRevision: expected === 'no-stream' ? NO_STREAM : BigInt(expected),
      // Credentials make the client take its classic path. The batch path shares one map between all clients of the
      // process: a late response ends the process.
      credentials: this.credentials,
      deadline: this.settings.deadlineMs,
    };
    const call = this.client.appendToStream(stream, events.map(eventData), options);
    const result = await withDeadline(call, this.settings, `append to ${stream}`);
    // `throwOnAppendFailure=false` in the connection string turns a conflict into a result.
    if (!result.success) throw conflict(stream, expected, result);
    return { revision: Number(result.nextExpectedRevision), position: portPosition(result.position) };
  }
}

function conflict(stream: string, expected: ExpectedRevision, result: AppendResult): VersionConflict {
  const actual = result.nextExpectedRevision < 0n ? 'no-stream' : Number(result.nextExpectedRevision);
  return new VersionConflict(stream, expected, actual);
}

/** The data has a JSON form (`checkAppend` made sure), which is all that the client needs. */
function eventData(event: NewEvent): EventData {
  const { id, type, metadata } = event;
  return { id, type, contentType: 'application/json', data: event.data as JSONType, metadata };
}
