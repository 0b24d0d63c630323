import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { SyncAhead } from './sync-ahead.js';
import { StaleWriter, type ViewPage } from '../../view-store.js';

/** Delay before a failed commit is retried. A full disk, for instance, makes it fail. */
const commitAgainMs = 1_000;

const maxDocuments = 3_000;

const holdingLocks = new Set<SharedCommit>();

export function commitWaitingPages(): void {
  for (const writer of holdingLocks) writer.commitNow();
}

export interface CommittedWork {
  begun(): void;
  write(page: ViewPage): void;
  complete(): void;
}

/**
 * Commits the pages of a short interval together, so that shared data is written once. A crash rolls them back with
 * their checkpoint.
 */
export class SharedCommit {
  /** Retained so that they can be applied again if a commit fails and rolls them back. */
  #open: ViewPage[] = [];
  #documents = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #ahead: SyncAhead | null;

  constructor(
    private readonly db: Database,
    private readonly everyMs: number,
    private readonly work: CommittedWork,
  ) {
    this.#ahead = everyMs > 0 ? new SyncAhead(`${db.location()}-wal`) : null;
  }

  apply(page: ViewPage): void {
    this.#begin();
    this.#whole(() => this.work.write(page));
    if (this.everyMs === 0) return this.#commit();
    this.#open.push(page);
    this.#documents += page.writes.length;
    holdingLocks.add(this);
    if (this.#documents >= maxDocuments) return this.#commit();
    this.#commitAfter(this.everyMs);
  }

  atOnce(work: () => void): void {
    this.#begin();
    this.#whole(work);
    this.#commit();
  }

  commitNow(): void {
    try {
      this.#commit();
    } catch {
      // Until the retry, applying a page fails with the same error.
    }
  }

  end(): void {
    try {
      this.#commit();
    } finally {
      clearTimeout(this.#timer);
      holdingLocks.delete(this);
    }
  }

  #commit(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      if (this.#open.length > 0) this.#begin();
      if (this.db.isTransaction) {
        this.work.complete();
        this.db.exec('COMMIT');
        this.#ahead?.start();
      }
      this.#forget();
      holdingLocks.delete(this);
    } catch (error) {
      if (this.#open.length === 0) this.#rollBack();
      else {
        this.#beginOrLater(); // Readers of this store must see the pages in the meantime.
        this.#commitAfter(commitAgainMs);
      }
      throw error;
    }
  }

  #forget(): void {
    this.#open = [];
    this.#documents = 0;
  }

  #commitAfter(ms: number): void {
    this.#timer ??= setTimeout(() => this.commitNow(), ms).unref();
  }

  #begin(): void {
    if (this.db.isTransaction) return;
    this.db.exec('BEGIN IMMEDIATE');
    this.work.begun();
    try {
      for (const page of this.#open) this.work.write(page);
    } catch (error) {
      this.#rollBack();
      if (error instanceof StaleWriter) this.#forget();
      throw error;
    }
  }

  /** A failure rolls back earlier pages too. That is rare, and a savepoint per page would cost more. */
  #whole(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#rollBack();
      if (this.#open.length > 0) this.#beginOrLater();
      throw error;
    }
  }

  #beginOrLater(): void {
    try {
      this.#begin();
    } catch {
      this.#commitAfter(commitAgainMs);
    }
  }

  #rollBack(): void {
    if (this.db.isTransaction) this.db.exec('ROLLBACK'); // Some errors have already ended the transaction.
  }
}
