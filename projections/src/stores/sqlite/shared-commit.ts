import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { SyncAhead } from './sync-ahead.js';
import { StaleWriter, type ViewPage } from '../../view-store.js';

/** After a commit that failed, for instance because the disk is full. */
const commitAgainMs = 1_000;

/** Of one commit, so that it holds the thread for a few milliseconds, and what is kept for a failed one is bounded. */
const maxDocuments = 3_000;

/** Those of this thread whose pages wait for their commit. */
const holdingLocks = new Set<SharedCommit>();

/**
 * Commits the pages that wait in this thread: while it opens or closes a file, it would wait for its own locks in vain.
 */
export function commitWaitingPages(): void {
  for (const waiting of holdingLocks) waiting.commitNow();
}

/** What a transaction of pages consists of. */
export interface CommittedWork {
  /** A transaction has begun: what was read before may be outdated. */
  begun(): void;
  /** @throws StaleWriter */
  write(page: ViewPage): void;
  /** Before the commit. */
  complete(): void;
}

/**
 * The transaction of the pages that follow one another within a short time: what they all change is then written once.
 * A crash before the commit takes them back together with their checkpoint, and they are folded again from the log.
 */
export class SharedCommit {
  /** Applied and not committed yet; kept to apply them again where a failed commit has taken them back. */
  #open: ViewPage[] = [];
  #documents = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Not where each page is committed by itself, in a thread that builds: nothing waits for that. */
  readonly #ahead: SyncAhead | null;

  /** `everyMs`: the longest time from a page to its commit; 0: each page by itself. */
  constructor(
    private readonly db: Database,
    private readonly everyMs: number,
    private readonly work: CommittedWork,
  ) {
    this.#ahead = everyMs > 0 ? new SyncAhead(`${db.location()}-wal`) : null;
  }

  /** All of a page or nothing. @throws StaleWriter */
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

  /** Commits some work, and the pages that wait. */
  atOnce(work: () => void): void {
    this.#begin();
    this.#whole(work);
    this.#commit();
  }

  /** Commits, and tries again later where that fails. */
  commitNow(): void {
    try {
      this.#commit();
    } catch {
      // Meanwhile each page that is applied fails, and tells why.
    }
  }

  /** Commits what was applied. Called before the file is closed. */
  end(): void {
    try {
      this.#commit();
    } finally {
      clearTimeout(this.#timer);
      holdingLocks.delete(this);
    }
  }

  /** An error leaves the pages to be committed later. */
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
        this.#beginOrLater(); // what reads the store sees the pages meanwhile
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
   * All of it or nothing. The pages that were applied before are taken back with it and applied again: that is seldom, and
   * a savepoint for each page costs more than the statements of a small one.
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
    if (this.db.isTransaction) this.db.exec('ROLLBACK'); // some errors have ended it
  }
}
