import type { Position } from '@guildhall/event-store/port.js';
import type { BuildStore } from './build-generation.js';
import type { ThreadCalls } from './thread-calls.js';
import { rowsOf } from '../stores/sqlite/bulk-writer.js';
import type { DeclaredFields } from '../stores/view-fields.js';
import type { DocumentId, ViewDocument, ViewPage, ViewStore } from '../view-store.js';

/** What the thread receives. */
export interface WriterJob {
  viewsFolder: string;
  generation: number;
}

/**
 * A generation that is built, written in a thread of its own: one page at a time, while this thread folds the next one.
 * What that needs of the page in progress is in the fold's memory, so that documents are read here.
 */
export class WriterThread implements BuildStore {
  readonly pageBytes: number;
  readonly readAheadEvents = 0;
  /** A read at once costs the fold no promise, and the event no second projection. */
  readonly readNow: NonNullable<ViewStore['readNow']> | undefined;
  /** The page in progress, and what was set since. */
  private writing: Promise<unknown> = Promise.resolve();

  /** `thread`: of `writer-worker`. `store`: the same generation, opened in this thread. */
  constructor(
    private readonly thread: Pick<ThreadCalls, 'call' | 'close'>,
    private readonly store: ViewStore,
    private readonly declared: DeclaredFields,
  ) {
    this.pageBytes = store.pageBytes;
    this.readNow = store.readNow?.bind(store);
  }

  async apply({ writes, last, epoch }: ViewPage): Promise<void> {
    await this.writing;
    for (const rows of rowsOf(writes, this.declared)) this.write('writeRows', rows);
    this.write('finishPage', { last, epoch });
  }

  async settle(): Promise<void> {
    await this.writing;
  }

  async setMeta(key: string, value: unknown): Promise<void> {
    this.write('setMeta', key, value);
  }

  private write(name: string, ...args: unknown[]): void {
    this.writing = Promise.all([this.writing, this.thread.call(name, ...args)]);
    this.writing.catch(() => undefined); // thrown by the next call
  }

  getMany<T extends ViewDocument>(collection: string, ids: readonly DocumentId[]): Promise<T[]> {
    return this.store.getMany<T>(collection, ids);
  }

  getMeta<T>(key: string): Promise<T | null> {
    return this.store.getMeta<T>(key);
  }

  checkpoint(): Promise<Position> {
    return this.store.checkpoint();
  }

  /** A page that failed is forgotten, and nothing of it stays. @throws also when the thread has ended */
  async recover(epoch: number): Promise<void> {
    await this.writing.catch(() => undefined);
    this.writing = Promise.resolve();
    await this.thread.call('recover', epoch);
  }

  /** Once the page in progress is written. */
  async close(): Promise<void> {
    await this.writing.catch(() => undefined);
    await this.thread.close();
    await this.store.close();
  }
}
