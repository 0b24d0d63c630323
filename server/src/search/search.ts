import { setImmediate as nextTurn } from 'node:timers/promises';
import { beginning, type EventLog, type Position, type StoredEvent } from '@guildhall/event-store/port.js';
import { closeDatabase, type Database } from '@guildhall/event-store/sqlite/database.js';
import { PositionWaits } from '@guildhall/projections/runner/position-waits.js';
import { StoreDamaged } from '@guildhall/projections/view-store.js';
import { translateSqlite } from '@guildhall/projections/stores/sqlite/errors.js';
import type { Logger } from 'pino';
import type { Directory } from '../read-models/members/directory.js';
import type { Policy } from '../policy/policy.js';
import { countDueErasures } from '../vault/sqlite/sqlite-scrub.js';
import type { Texts } from '../vault/texts.js';
import type { Vault } from '../vault/vault.js';
import { EventWriter, type SealedTexts } from './event-writer.js';
import type { BestPage, FoundPage, RankedCursor } from './find-texts.js';
import { findBestTexts, findCandidates, findNewestTexts } from './find-texts.js';
import { SearchFeed, type FeedTarget } from './search-feed.js';
import { readLastEvent, openIndex, openSearchTables, removeSearchFile } from './search-tables.js';
import type { ScrubSearchFile } from './scrub-search-file.js';
import { MentionedNames } from './mentioned-names.js';
import { lockSearchFile, type SearchFile } from './lock-search-file.js';
import { Limiter } from '../process/limiter.js';
import { pause } from '../process/work-in-steps.js';
import type { TextQuery } from './text-query.js';
import { listAuthorsAfter, filterAuthors, isAnyThreadOutdated, retagBatch } from './upkeep.js';

export interface SearchOptions {
  dataDir: string;
  log: EventLog;
  logId: string;
  texts: Pick<Texts, 'open' | 'openCached'>;
  policy: Policy;
  directory: Directory;
  logger: Logger;
  scrub: ScrubSearchFile;
  // Pause between transactions, which tests set.
  pauseMs?: number;
}

/** Contains the decrypted posts, so it is discarded and rebuilt if it does not match the log. */
export class Search implements FeedTarget {
  private readonly waits = new PositionWaits();
  private readonly mutex = new Limiter({ running: 1 });
  readonly feed: SearchFeed;
  readonly names: MentionedNames;
  writer: EventWriter;
  private readonly stopController = new AbortController();
  private currentRun: Promise<void> = Promise.resolve();
  private readonly leavingAuthors = new Set<number>();
  private currentScrub: Promise<void> | null = null;
  private isDamaged = false;
  private isFed = false;
  position: Position;

  static async open(deps: SearchOptions): Promise<Search> {
    const file = lockSearchFile(deps.dataDir);
    try {
      return new Search(deps, file, await openIndex(file.path, deps));
    } catch (error) {
      file.release();
      throw error;
    }
  }

  private constructor(
    private readonly deps: SearchOptions,
    private readonly file: SearchFile,
    private db: Database,
  ) {
    this.position = readLastEvent(db)?.position ?? beginning;
    this.writer = new EventWriter(db);
    this.feed = new SearchFeed(deps.log, deps.texts, this, deps.logger, deps.pauseMs);
    this.names = new MentionedNames(deps, this.stopController.signal, this);
  }

  start(): void {
    this.isFed = true;
    this.currentRun = this.feed.run(this.stopController.signal);
    this.names.start();
  }

  async stop(): Promise<void> {
    this.stopController.abort();
    this.feed.skipPause();
    this.waits.close();
    await Promise.all([this.currentRun, this.names.waitUntilIdle()]);
    await this.mutex.run(() => undefined);
    if (this.db.isOpen) closeDatabase(this.db);
    this.file.release();
  }

  get complete(): boolean {
    return this.feed.complete;
  }

  waitFor(position: Position, timeoutMs: number): Promise<boolean> {
    this.feed.skipPause();
    return this.waits.waitFor(position, timeoutMs);
  }

  async waitUntilCurrent(): Promise<void> {
    const latestPosition = await this.feed.readHeadIfLate();
    if (latestPosition !== null) await this.waitFor(latestPosition, 300);
  }

  findNewest(question: TextQuery, cursor: string | null): FoundPage<string> {
    return this.readDatabase(() => findNewestTexts(this.db, question, cursor));
  }

  async findBest(question: TextQuery, cursor: RankedCursor | null, newest: number): Promise<BestPage> {
    const candidates = this.readDatabase(() => findCandidates(this.db, question, cursor));
    // Each step is slow for malicious posts.
    await nextTurn();
    return this.readDatabase(() => findBestTexts(this.db, question, candidates, cursor?.offset ?? 0, newest));
  }

  /** Removes a member's posts if the log records them as erased. Idempotent. @throws StoreUnavailable */
  async forget(userId: number): Promise<void> {
    if (this.deps.policy.staff.erasedMembers.get(userId) === true) await this.remove(userId);
  }

  /** A restored index can contain posts of members whose erasure is recorded only in the vault. */
  removeKeyless(vault: Pick<Vault, 'findAuthorKeys'>): Promise<void> {
    const listNextAuthors = (id: number) => this.withDatabase(() => listAuthorsAfter(this.db, id));
    return this.runRemoval(async () => {
      for (let authors = await listNextAuthors(0); authors.length > 0;) {
        const keys = await vault.findAuthorKeys(authors);
        await Promise.all(authors.filter((id) => !keys.has(id)).map((id) => this.remove(id)));
        authors = await listNextAuthors(authors.at(-1) ?? 0);
      }
    });
  }

  /** The feed marks an event as read before it applies it, so it does not repeat interrupted erasures. */
  async finishErasures(): Promise<void> {
    const erasedAuthors = [...this.deps.policy.staff.erasedMembers].flatMap(([userId, texts]) =>
      texts ? [userId] : [],
    );
    const remainingAuthors = this.readDatabase(() => filterAuthors(this.db, erasedAuthors));
    if (remainingAuthors.length > 0 || this.readDatabase(() => countDueErasures(this.db)) > 0)
      await this.scrubSoon(remainingAuthors);
  }

  write(events: readonly StoredEvent[], words: SealedTexts): Promise<void> {
    return this.withDatabase(async () => {
      await this.writer.write(events, words);
      this.position = events.at(-1)?.position ?? this.position;
    });
  }

  remove(authorId: number): Promise<void> {
    return this.runRemoval(async () => {
      const isIndexed = this.readDatabase(
        () => filterAuthors(this.db, [authorId]).length > 0 || countDueErasures(this.db) > 0,
      );
      if (isIndexed) await this.scrubSoon([authorId]);
    });
  }

  private async runRemoval(remove: () => Promise<void>): Promise<void> {
    try {
      await remove();
    } catch (error) {
      if (!this.isDamaged || this.isFed) throw error;
      await this.renewIfDamaged();
    }
  }

  isOutdated(): Promise<boolean> {
    return this.withDatabase(() => isAnyThreadOutdated(this.db));
  }

  async retag(): Promise<void> {
    while (await this.withDatabase(() => !this.stopController.signal.aborted && retagBatch(this.db))) await pause();
  }

  /** Must not run concurrently with writes, so call it from the feed or before the feed runs. */
  renewIfDamaged(): Promise<void> {
    return this.mutex.run(() => {
      if (!this.isDamaged) return;
      this.deps.logger.error('the search index is damaged and will be rebuilt');
      if (this.db.isOpen) this.db.close();
      removeSearchFile(this.file.path);
      this.db = openSearchTables(this.file.path, this.deps.logId);
      this.writer = new EventWriter(this.db);
      this.position = beginning;
      this.isDamaged = false;
    });
  }

  private translateFault(error: unknown): unknown {
    const translatedError = translateSqlite(error);
    if (translatedError instanceof StoreDamaged && !this.isDamaged) {
      this.isDamaged = true;
      this.feed.restart();
    }
    return translatedError;
  }

  notifyWaiters(): void {
    this.waits.onPosition(this.position);
  }

  scrubSoon(authorIds: readonly number[]): Promise<void> {
    for (const authorId of authorIds) this.leavingAuthors.add(authorId);
    return (this.currentScrub ??= nextTurn().then(() =>
      this.withDatabase(() => {
        const leavingAuthors = [...this.leavingAuthors];
        this.leavingAuthors.clear();
        this.currentScrub = null;
        // A new writer discards the cached words.
        this.writer = new EventWriter(this.db);
        return this.deps.scrub(this.file.path, leavingAuthors);
      }),
    ));
  }

  private readDatabase<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw this.translateFault(error);
    }
  }

  async withDatabase<T>(work: (db: Database) => T | Promise<T>): Promise<T> {
    try {
      return await this.mutex.run(() => work(this.db));
    } catch (error) {
      throw this.translateFault(error);
    }
  }
}
