/** An exact text of one of the adapter's source files, and its replacement. */
export interface Replacement {
  file: string;
  text: string;
  by: string;
}

/**
 * The guards around `@eventstore/db-client`, each with the fault that it prevents and the replacements that remove it
 * from the source. A text that does not occur exactly once in its file is an error (`mutant.ts`).
 */
export const mutations = {
  /** With a frozen server or a lost response an append stays pending forever. */
  appendDeadline: [
    { file: 'append.ts', text: 'deadline: this.settings.deadlineMs,', by: '' },
    {
      file: 'deadline.ts',
      text: 'setTimeout(() => reject(new DeadlinePassed(`${what} took longer than ${deadlineMs} ms`)), deadlineMs)',
      by: 'undefined',
    },
  ],
  /** With a frozen server a read stays pending forever. */
  readDeadline: [
    { file: 'deadline.ts', text: 'setTimeout(giveUp, deadlineMs)', by: 'setTimeout(() => undefined, deadlineMs)' },
  ],
  /** A subscription that is never confirmed is waited for without end. */
  confirmationDeadline: [
    { file: 'feed.ts', text: 'setTimeout(unconfirmed, deadlineMs)', by: 'setTimeout(() => undefined, deadlineMs)' },
  ],
  /** The batch path shares one map between all clients of the process: a late response ends the process. */
  classicAppend: [{ file: 'append.ts', text: 'credentials: this.credentials,', by: '' }],
  /** A response lost with the connection leaves open whether the events are written. */
  repeat: [{ file: 'repeat.ts', text: 'if (performance.now() + pause > giveUpAt) throw', by: 'throw' }],
  /** With "any" a repeat after a server restart is written again. */
  exactRevision: [
    {
      file: 'append.ts',
      text: "expectedRevision: expected === 'no-stream' ? NO_STREAM : BigInt(expected)",
      by: "expectedRevision: 'any'",
    },
  ],
  /** More than a hundred concurrent calls on one connection get neither data nor error. */
  cap: [{ file: 'append.ts', text: 'const maxPendingAppends = 64;', by: 'const maxPendingAppends = Infinity;' }],
  /** A connection string with `throwOnAppendFailure=false` turns a conflict into a success. */
  successFlag: [{ file: 'append.ts', text: 'if (!result.success) throw', by: 'if (false) throw' }],
  /** The server accepts a megabyte per append, other adapters do not. */
  limits: [{ file: 'append.ts', text: 'checkAppend(stream, events, expected);', by: '' }],
  /** The client's errors have many classes or none: its documentation suggests checking the class. */
  errorsByCode: [
    { file: 'errors.ts', text: 'import { TooLarge', by: clientErrors('import { TooLarge') },
    {
      file: 'errors.ts',
      text: 'if (error instanceof Unavailable) return error;',
      by: 'if (!(error instanceof UnavailableError)) return error;',
    },
  ],
  /** An abandoned read keeps its call and its buffers. */
  cancelReads: [{ file: 'deadline.ts', text: 'if (!ended) stream.cancel()', by: 'if (false) stream.cancel()' }],
  /** A read without a count fetches the whole stream. */
  streamPages: [
    { file: 'read.ts', text: 'fromRevision: BigInt(start), maxCount }', by: 'fromRevision: BigInt(start) }' },
  ],
  /** A read without a count fetches the whole log. */
  logPages: [
    {
      file: 'read.ts',
      text: 'fromPosition: logPosition(after), maxCount: count',
      by: 'fromPosition: logPosition(after)',
    },
  ],
  /** A stream longer than a page is read on from where the last page ended. */
  secondPage: [{ file: 'read.ts', text: 'from + events.length', by: 'events.length === 0 ? from : events.length' }],
  /** `readAll` takes no filter: it returns the server's own events too. */
  systemFilter: [
    {
      file: 'events.ts',
      text: "if (event.type.startsWith('$') || event.streamId.startsWith('$')) return false;\n  return prefix === '' ? !event.streamId.includes('.')",
      by: "return prefix === '' ? true",
    },
  ],
  /** `readAll` begins with the event at the given position. */
  skipGiven: [{ file: 'read.ts', text: '|| portPosition(event.position) <= last', by: '' }],
  /** A stream without events is an error to the client. */
  missingStream: [{ file: 'read.ts', text: 'if (isMissingStream(error)) return [];', by: '' }],
  /** The server drops subscriptions as a matter of course. */
  resubscribe: [{ file: 'feed.ts', text: 'this.#recordDrop(error);', by: 'return this.#recordDrop(error);' }],
  /** A subscription that the server ends in good order ends without an error. */
  cleanEnd: [
    {
      file: 'feed.ts',
      text: 'this.#recordDrop(error);',
      by: 'this.#recordDrop(error); if (error === undefined) return;',
    },
  ],
  /** What was written during a drop is not sent again unless requested. */
  resumeFromLast: [
    {
      file: 'feed.ts',
      text: 'fromPosition: logPosition(run.position)',
      by: "fromPosition: this.drops > 0 ? 'end' : logPosition(run.position)",
    },
  ],
  /** Subscriptions to a server that refuses them are retried in a tight loop. */
  retryDelays: [
    { file: 'feed.ts', text: 'await this.#pause(retryDelays.next(), signal);', by: 'await this.#pause(0, signal);' },
  ],
  /** Each subscription is a long call, and a process has a hundred. */
  oneSubscription: [
    {
      file: 'log.ts',
      text: 'follow(this.#reader, this.#feed,',
      by: 'follow(this.#reader, new EventStoreDbFeed(this.#connection, this.#settings),',
    },
  ],
  /** The server drops a consumer that does not read immediately. */
  ownQueue: [
    {
      file: 'feed.ts',
      text: 'if (!queue.push(stored)) this.#queues.delete(queue);',
      by: 'queue.push(stored); while (queue.length > 0) await sleep(5);',
    },
  ],
  /** A subscriber that does not read fills the memory. */
  boundedQueue: [
    { file: 'follower.ts', text: 'const maxQueuedEvents = 1000;', by: 'const maxQueuedEvents = Infinity;' },
  ],
} satisfies Record<string, Replacement[]>;

export type Guard = keyof typeof mutations;

function clientErrors(before: string): string {
  return `import { UnavailableError } from '@eventstore/db-client';\n${before}`;
}
