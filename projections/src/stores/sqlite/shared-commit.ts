import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { SyncAhead } from './sync-ahead.js';
import { StaleWriter, type ViewPage } from '../../view-store.js';

/** After a failed commit, for instance because the disk is full. */
const commitAgainMs = 1_000;

/** Bounds the time that a commit blocks the thread, and what is retained for a failed one. */
const maxDocuments = 3_000;

/** For commits of this thread's pending pages. */
const holdingLocks = new Set<SharedCommit>();

export function commitWaitingPages(): void {
  for (const waiting of holdingLocks) waiting.commitNow();
}

export interface CommittedWork {
  begun(): void;
  write(page: ViewPage): void;
  complete(): void;
}

/**
 * One transaction for the pages of a short time: what they all change is written once. A crash before the commit rolls
 * them back together with their checkpoint, and they are folded again from the log.
 */
export class SharedCommit {
  /** Retained to apply them again if a commit fails and rolls them back. */
  #open: ViewPage[] = [];
  #documents = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Null in a thread that builds, where nothing waits for a commit. */
  readonly #ahead: SyncAhead | null;

  /** @param everyMs the longest time from a page to its commit; 0: each page is committed by itself */
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
      // Pages that are applied in the meantime fail with the reason.
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

  /** After an error the pages are committed later. */
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
        this.#beginOrLater(); // readers of this store see the pages in the meantime
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

  /**
   * A failure also rolls back the earlier pages, which are applied again: that is rare, and a savepoint for each page
   * costs more than the statements of a small one.
   */
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
    if (this.db.isTransaction) this.db.exec('ROLLBACK'); // some errors have already ended it
  }
}
