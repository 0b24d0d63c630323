import { beginning, type EventLog, type Position, type StoredEvent } from '@guildhall/event-store/port.js';
import { eventsInText, type EventsText } from '@guildhall/event-store/sqlite/event-rows.js';
import type { ThreadCalls } from './thread-calls.js';

/** What the thread receives. */
export interface ReaderJob {
  logPath: string;
}

/** Reads a log in a thread of its own, once that has started, one batch ahead of whoever folds it. */
export class ReaderThread {
  private hasStarted = false;
  private ahead: { after: Position; batch: Promise<EventsText | null> } | null = null;

  /** `thread`: of `reader-worker`. `log`: the same, opened in this thread. */
  constructor(
    private readonly thread: Pick<ThreadCalls, 'call' | 'close'>,
    private readonly log: Pick<EventLog, 'readAll'>,
  ) {
    void this.read(beginning, 1).then(() => (this.hasStarted = true));
  }

  async readAll(after: Position, limit: number): Promise<StoredEvent[]> {
    if (!this.hasStarted) return this.log.readAll(after, limit);
    const batch = await (this.ahead?.after === after ? this.ahead.batch : this.read(after, limit));
    if (!batch) return this.log.readAll(after, limit); // it tells what is wrong
    const { last } = batch;
    this.ahead = last === after ? null : { after: last, batch: this.read(last, limit) };
    return eventsInText(batch);
  }

  close(): Promise<void> {
    return this.thread.close();
  }

  private read(after: Position, limit: number): Promise<EventsText | null> {
    return this.thread.call<EventsText | null>('readText', after, limit).catch(() => null);
  }
}
