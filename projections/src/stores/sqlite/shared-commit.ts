import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { SyncAhead } from './sync-ahead.js';
import { StaleWriter, type ViewPage } from '../../view-store.js';

/** The delay before a failed commit is retried. A commit fails when the disk is full, for instance. */
const retryDelayMs = 1_000;

const maxDocuments = 3_000;

const lockHolders = new Set<SharedCommit>();

export function commitWaitingPages(): void {
  for (const writer of lockHolders) writer.commitNow();
}

export interface CommittedWork {
  onBegin(): void;
  write(page: ViewPage): void;
  complete(): void;
}

/**
 * Commits the pages of a short interval together so that shared data is written only once. A crash rolls them back
 * together with their checkpoint.
 */
export class SharedCommit {
  /** Retained so that they can be applied again if a commit fails and rolls them back. */
  #openPages: ViewPage[] = [];
  #documents = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #syncAhead: SyncAhead | null;

  constructor(
    private readonly db: Database,
    private readonly everyMs: number,
    private readonly work: CommittedWork,
  ) {
    this.#syncAhead = everyMs > 0 ? new SyncAhead(`${db.location()}-wal`) : null;
  }

  apply(page: ViewPage): void {
    this.#begin();
    this.#runOrRollBack(() => this.work.write(page));
    if (this.everyMs === 0) return this.#commit();
    this.#openPages.push(page);
    this.#documents += page.writes.length;
    lockHolders.add(this);
    if (this.#documents >= maxDocuments) return this.#commit();
    this.#commitAfter(this.everyMs);
  }

  runAndCommit(work: () => void): void {
    this.#begin();
    this.#runOrRollBack(work);
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
      lockHolders.delete(this);
    }
  }

  #commit(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      if (this.#openPages.length > 0) this.#begin();
      if (this.db.isTransaction) {
        this.work.complete();
        this.db.exec('COMMIT');
        this.#syncAhead?.start();
      }
      this.#forget();
      lockHolders.delete(this);
    } catch (error) {
      if (this.#openPages.length === 0) this.#rollBack();
      else {
        this.#beginOrLater(); // Readers of this store must see the pages in the meantime.
        this.#commitAfter(retryDelayMs);
      }
      throw error;
    }
  }

  #forget(): void {
    this.#openPages = [];
    this.#documents = 0;
  }

  #commitAfter(ms: number): void {
    this.#timer ??= setTimeout(() => this.commitNow(), ms).unref();
  }

  #begin(): void {
    if (this.db.isTransaction) return;
    this.db.exec('BEGIN IMMEDIATE');
    this.work.onBegin();
    try {
      for (const page of this.#openPages) this.work.write(page);
    } catch (error) {
      this.#rollBack();
      if (error instanceof StaleWriter) this.#forget();
      throw error;
    }
  }

  /** A failure also rolls back earlier pages. This is rare, and a savepoint per page would cost more. */
  #runOrRollBack(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#rollBack();
      if (this.#openPages.length > 0) this.#beginOrLater();
      throw error;
    }
  }

  #beginOrLater(): void {
    try {
      this.#begin();
    } catch {
      this.#commitAfter(retryDelayMs);
    }
  }

  #rollBack(): void {
    if (this.db.isTransaction) this.db.exec('ROLLBACK'); // Some errors have already ended the transaction.
  }
}
