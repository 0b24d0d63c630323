import { NO_STREAM } from '@eventstore/db-client';
import type { AppendResult, AppendToStreamOptions, EventData, JSONType } from '@eventstore/db-client';
import { checkAppend } from '../append-limits.js';
import { Unavailable, VersionConflict } from '../port.js';
import type { AppendedPosition, ExpectedRevision, NewEvent } from '../port.js';
import { CallSlots } from './call-slots.js';
import { trackAppend, type EventStoreDbConnection } from './connection.js';
import { withDeadline } from './deadline.js';
import { toFinalAppendError } from './errors.js';
import { toPortPosition, toStoredMetadata } from './events.js';
import { retryUntilOutcomeKnown } from './retried-call.js';
import type { Credentials, Settings } from './settings.js';

/**
 * If more than a hundred calls are pending on one connection, some get neither data nor an error. The limit leaves room
 * for reads.
 */
const maxPendingAppends = 64;

export class EventStoreDbAppender {
  readonly #slots = new CallSlots(maxPendingAppends);

  constructor(
    private readonly connection: EventStoreDbConnection,
    private readonly credentials: Credentials,
    private readonly settings: Settings,
  ) {}

  async append(
    stream: string,
    events: readonly NewEvent[],
    expectedRevision: ExpectedRevision,
  ): Promise<AppendedPosition> {
    checkAppend(stream, events, expectedRevision);
    if (!(await this.#slots.acquire(this.settings.retryForMs))) {
      throw new Unavailable(`EventStoreDB, append to ${stream}: too many appends are waiting`, false);
    }
    try {
      // Only retrying the exact call can reveal whether the first one was written. If it was, the retry is harmless.
      return await retryUntilOutcomeKnown({
        call: () => this.#appendOnce(stream, events, expectedRevision),
        final: (error, isRetry) => toFinalAppendError(error, stream, expectedRevision, isRetry),
        callName: `append to ${stream}`,
        outcomeUnknown: true,
        timeoutMs: this.settings.retryForMs,
      });
    } finally {
      this.#slots.release();
    }
  }

  async #appendOnce(
    stream: string,
    events: readonly NewEvent[],
    expectedRevision: ExpectedRevision,
  ): Promise<AppendedPosition> {
    const options: AppendToStreamOptions = {
      // With "any", a retry after a server restart would be written twice.
      expectedRevision: expectedRevision === 'no-stream' ? NO_STREAM : BigInt(expectedRevision),
      // The client handles a late response on its batch path by crashing the process. Passing credentials makes it
      // use another path.
      credentials: this.credentials,
      deadline: this.settings.deadlineMs,
      requiresLeader: true,
    };
    const [name, data] = [this.settings.streamPrefix + stream, events.map(toEventData)];
    const result = await this.connection.run((clients) => {
      const call = trackAppend(clients.calls.appendToStream(name, data, options), clients);
      return withDeadline(call, this.settings, `append to ${stream}`, clients.abandonSignal);
    });
    // With `throwOnAppendFailure=false` in the connection string, a conflict is a result rather than an error.
    if (!result.success) throw toVersionConflict(stream, expectedRevision, result);
    return { revision: Number(result.nextExpectedRevision), position: toPortPosition(result.position) };
  }
}

function toVersionConflict(stream: string, expectedRevision: ExpectedRevision, result: AppendResult): VersionConflict {
  const actual = result.nextExpectedRevision < 0n ? 'no-stream' : Number(result.nextExpectedRevision);
  return new VersionConflict(stream, expectedRevision, actual);
}

function toEventData(event: NewEvent): EventData {
  const { id, type, metadata } = event;
  return {
    id,
    type,
    contentType: 'application/json',
    data: event.data as JSONType,
    metadata: toStoredMetadata(metadata),
  };
}
