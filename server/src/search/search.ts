import { setImmediate as nextTurn } from 'node:timers/promises';
import { holdsEvent } from '@guildhall/event-store/event-reference.js';
import { beginning, type EventLog, type Position, type StoredEvent } from '@guildhall/event-store/port.js';
import { closeDatabase, type Database } from '@guildhall/event-store/sqlite/database.js';
import { PositionWaits } from '@guildhall/projections/runner/position-waits.js';
import { translateSqlite } from '@guildhall/projections/stores/sqlite/errors.js';
import type { Logger } from 'pino';
import type { Directory } from '../read-models/members/directory.js';
import type { Policy } from '../policy/policy.js';
import { erasuresDue } from '../vault/sqlite/sqlite-scrub.js';
import type { Texts } from '../vault/texts.js';
import { EventWriter, type SealedTexts } from './event-writer.js';
import { MemberNames } from './find-members.js';
import { bestTexts, newestTexts, type FoundText, type TextQuery, type WeighedCursor } from './find-texts.js';
import { SearchFeed, type FeedTarget } from './search-feed.js';
import { lastEventIn, openSearchTables, removeSearchFile } from './search-tables.js';
import type { ScrubSearchFile } from './scrub-search-file.js';
import { lockSearchFile, type SearchFile } from './lock-search-file.js';
import { Turns } from '../process/task-queue.js';
import { removeSome, retagSome } from './upkeep.js';

export interface SearchParts {
  dataDir: string;
  log: EventLog;
  logId: string;
  texts: Pick<Texts, 'open' | 'openCached'>;
  policy: Policy;
  directory: Directory;
  logger: Logger;
  scrub: ScrubSearchFile;
}

/**
 * The full-text index of this server, in a file of its own next to the other data: opened texts, filled from the log,
 * discarded and rebuilt whenever it does not match. It contains no names.
 */
export class Search implements FeedTarget {
  private readonly waits = new PositionWaits();
  private readonly turns = new Turns();
  private readonly feed: SearchFeed;
  private readonly writer: EventWriter;
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private scrubbing: Promise<void> | null = null;
  position: Position;
  readonly members: MemberNames;

  /** Opens the file; nothing is read from the log before `start`. @throws Unavailable */
  static async open(given: SearchParts): Promise<Search> {
    const file = lockSearchFile(given.dataDir);
    try {
      return new Search(given, file, await openIndex(file.path, given));
    } catch (error) {
      file.release();
      throw error;
    }
  }

  private constructor(
    private readonly given: SearchParts,
    private readonly file: SearchFile,
    private readonly db: Database,
  ) {
    this.position = lastEventIn(db)?.position ?? beginning;
    this.writer = new EventWriter(db);
    this.members = new MemberNames(given.directory);
    this.feed = new SearchFeed(given.log, given.texts, this, given.logger);
  }

  start(): void {
    this.running = this.feed.run(this.stopping.signal);
  }

  /** Ends the feed and releases the file. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.waits.close();
    await this.running;
    await this.turns.idle();
    if (this.db.isOpen) closeDatabase(this.db);
    this.file.release();
  }

  /** Whether everything in the log can be found. */
  get complete(): boolean {
    return this.feed.complete;
  }

  /** Resolves true once the index has reached the position, false when it does not in time. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean> {
    return this.waits.waitFor(position, timeoutMs);
  }

  /** @throws StoreUnavailable */
  newest(question: TextQuery, cursor: string | null): FoundText[] {
    return this.reading(() => newestTexts(this.db, question, cursor));
  }

  /** @throws StoreUnavailable */
  best(question: TextQuery, cursor: WeighedCursor | null): ReturnType<typeof bestTexts> {
    return this.reading(() => bestTexts(this.db, question, cursor));
  }

  /**
   * Removes an erased member's texts, down to the bytes of the file, if the log records that their texts are erased.
   * Repeatable.
   * @throws StoreUnavailable
   */
  async forget(userId: number): Promise<void> {
    if (this.given.policy.staff.erasedMembers.get(userId) === true) await this.remove(userId);
  }

  write(events: readonly StoredEvent[], words: SealedTexts): Promise<void> {
    return this.turns.run(() => {
      this.writer.write(events, words);
      this.position = events.at(-1)?.position ?? this.position;
    });
  }

  async remove(authorId: number): Promise<void> {
    await this.inSteps(() => removeSome(this.db, authorId));
    if (erasuresDue(this.db) > 0) await this.scrubSoon();
  }

  async retag(): Promise<void> {
    await this.inSteps(() => !this.stopping.signal.aborted && retagSome(this.db));
  }

  reached(): void {
    this.waits.reached(this.position);
  }

  /** Step by step, so that other waiting work runs between. */
  private async inSteps(step: () => boolean): Promise<void> {
    while (await this.turn(step)) await nextTurn();
  }

  /** Once for all that are erased in the same turn. Nothing is written during it; the index can still be searched. */
  private scrubSoon(): Promise<void> {
    return (this.scrubbing ??= nextTurn().then(() => {
      this.scrubbing = null;
      return this.turn(() => this.given.scrub(this.file.path));
    }));
  }

  private reading<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw translateSqlite(error);
    }
  }

  private async turn<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await this.turns.run(work);
    } catch (error) {
      throw translateSqlite(error);
    }
  }
}

/** An index with events that the log does not have, because an older backup of it was restored, is discarded. */
async function openIndex(path: string, { log, logId }: SearchParts): Promise<Database> {
  const db = openSearchTables(path, logId);
  try {
    const last = lastEventIn(db);
    if (last === null || (await holdsEvent(log, last))) return db;
  } catch (error) {
    closeDatabase(db);
    throw error;
  }
  closeDatabase(db);
  removeSearchFile(path);
  return openSearchTables(path, logId);
}
