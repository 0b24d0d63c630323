import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { StaleWriter, type ViewPage } from '../../view-store.js';

/** After a commit that failed, for instance because the disk is full. */
const commitAgainMs = 1_000;

/** Of one commit, so that it holds the thread for a few milliseconds, and what is kept for a failed one is bounded. */
const maxDocuments = 1_000;

/** Those of this thread whose pages wait for their commit. */
const holdingLocks = new Set<SharedCommit>();

/**
 * Commits the pages that wait in this thread: while it opens or closes a file, it would wait for its own locks in vain.
 */
export function commitWaitingPages(): void {
  for (const waiting of holdingLocks) waiting.commitNow();
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

  /** `everyMs`: the longest time from a page to its commit; 0: each page by itself. */
  constructor(
    private readonly db: Database,
    private readonly everyMs: number,
    private readonly write: (page: ViewPage) => void,
  ) {}

  /** All of a page or nothing. @throws StaleWriter */
  apply(page: ViewPage): void {
    this.#begin();
    this.#whole(() => this.write(page));
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
      if (this.db.isTransaction) this.db.exec('COMMIT');
      this.#forget();
      holdingLocks.delete(this);
    } catch (error) {
      if (this.#open.length > 0) this.#commitAfter(commitAgainMs);
      else if (this.db.isTransaction) this.db.exec('ROLLBACK');
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
    try {
      for (const page of this.#open) this.write(page);
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
      if (error instanceof StaleWriter) this.#forget();
      throw error;
    }
  }

  /** All of it or nothing; the pages that were applied before stay. */
  #whole(work: () => void): void {
    this.db.exec('SAVEPOINT work');
    try {
      work();
      this.db.exec('RELEASE work');
    } catch (error) {
      const undo = this.#open.length > 0 ? 'ROLLBACK TO work; RELEASE work' : 'ROLLBACK';
      if (this.db.isTransaction) this.db.exec(undo); // some errors have ended it
      throw error;
    }
  }
}
