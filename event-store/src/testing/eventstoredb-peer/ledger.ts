export interface ProposedEvent {
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
}

export interface LedgerEvent extends ProposedEvent {
  stream: string;
  revision: number;
  position: number;
  /** The server's format: ticks of 100 nanoseconds since 1970. */
  createdTicks: string;
}

export type PeerExpectation = number | 'no-stream' | 'stream-exists' | 'any';

export type LedgerOutcome =
  | { kind: 'success'; revision: number; position: number }
  | { kind: 'wrong-version'; current: number | undefined }
  | { kind: 'too-large' };

export const maxAppendBytes = 1024 * 1024;

export class PeerLedger {
  readonly events: LedgerEvent[] = [];
  readonly #streams = new Map<string, LedgerEvent[]>();
  readonly #idsOfThisRun = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #nextPosition = 0;
  #userEvents = 0;

  /** @param systemEvery the number of application events between two system events */
  constructor(readonly systemEvery: number) {
    for (let i = 0; i < 3; i += 1) this.#recordSystemEvent();
  }

  append(stream: string, proposedEvents: readonly ProposedEvent[], expected: PeerExpectation): LedgerOutcome {
    if (proposedEvents.reduce((sum, { data }) => sum + data.length, 0) > maxAppendBytes) return { kind: 'too-large' };
    const present = this.findStream(stream) ?? [];
    const current = present.length ? present.length - 1 : undefined;
    if (proposedEvents.length === 0) return { kind: 'success', revision: 0, position: present.at(-1)?.position ?? 0 };

    const repeatOf = this.#revisionToCompare(stream, present, proposedEvents, expected);
    if (repeatOf !== undefined) {
      const isRepeat = proposedEvents.every((event, i) => present[repeatOf + i]?.id === event.id);
      const last = present[repeatOf + proposedEvents.length - 1];
      return isRepeat && last
        ? { kind: 'success', revision: last.revision, position: last.position }
        : { kind: 'wrong-version', current };
    }
    if (expected === 'stream-exists' && present.length === 0) return { kind: 'wrong-version', current };
    return this.#write(stream, proposedEvents);
  }

  findStream(name: string): readonly LedgerEvent[] | undefined {
    return this.#streams.get(name);
  }

  findIndexFrom(position: number): number {
    let [low, high] = [0, this.events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.events[middle]?.position ?? Infinity) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  onAppend(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Simulates a server restart, after which the ids that make an append at "any" idempotent are lost. */
  forgetRecentIds(): void {
    this.#idsOfThisRun.clear();
  }

  #revisionToCompare(
    stream: string,
    present: readonly LedgerEvent[],
    proposedEvents: readonly ProposedEvent[],
    expected: PeerExpectation,
  ): number | undefined {
    if (typeof expected === 'number' || expected === 'no-stream') {
      const start = expected === 'no-stream' ? 0 : expected + 1;
      return start === present.length ? undefined : start;
    }
    const firstSeen = proposedEvents.find(({ id }) => this.#idsOfThisRun.has(`${stream} ${id}`));
    if (!firstSeen) return undefined;
    return Math.max(
      0,
      present.findIndex(({ id }) => id === proposedEvents[0]?.id),
    );
  }

  #write(stream: string, proposedEvents: readonly ProposedEvent[]): LedgerOutcome {
    let last: LedgerEvent | undefined;
    for (const event of proposedEvents) {
      last = this.#record(stream, event);
      this.#idsOfThisRun.add(`${stream} ${event.id}`);
    }
    this.#userEvents += proposedEvents.length;
    if (this.#userEvents % this.systemEvery < proposedEvents.length) this.#recordSystemEvent();
    for (const listener of this.#listeners) listener();
    return { kind: 'success', revision: last?.revision ?? 0, position: last?.position ?? 0 };
  }

  #record(stream: string, event: ProposedEvent): LedgerEvent {
    const streamEvents = this.#streams.get(stream) ?? [];
    this.#nextPosition += 100 + stream.length + event.data.length + event.metadata.length;
    const createdTicks = `${Date.now()}${String(this.events.length % 10_000).padStart(4, '0')}`;
    const recordedEvent = {
      ...event,
      stream,
      revision: streamEvents.length,
      position: this.#nextPosition,
      createdTicks,
    };
    streamEvents.push(recordedEvent);
    this.#streams.set(stream, streamEvents);
    this.events.push(recordedEvent);
    return recordedEvent;
  }

  #recordSystemEvent(): void {
    const id = `99999999-0000-4000-8000-${String(this.events.length).padStart(12, '0')}`;
    const data = Buffer.from('{"proc-cpu":1}');
    const event = { id, type: '$statsCollected', contentType: 'application/json', data, metadata: Buffer.alloc(0) };
    this.#record('$stats-127.0.0.1:2113', event);
  }
}
