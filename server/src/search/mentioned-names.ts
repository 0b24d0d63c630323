import { setTimeout as sleep } from 'node:timers/promises';
import { streams } from '@guildhall/domain/events.js';
import type { EventLog, StoredEvent } from '@guildhall/event-store/port.js';
import { RetryDelays } from '@guildhall/event-store/retry.js';
import { runInTransaction, type Database } from '@guildhall/event-store/sqlite/database.js';
import type { Logger } from 'pino';
import type { Policy } from '../policy/policy.js';
import type { Directory } from '../read-models/members/directory.js';
import { readStreamPages } from '../stores/pages.js';
import type { OpenedText } from '../vault/texts.js';
import { findText, type EventWriter, type SealedTexts } from './event-writer.js';
import type { ItemKind } from './terms/tags.js';

interface TextKey {
  kind: ItemKind;
  id: number;
}

const eventsAtOnce = 100;
const textsAtOnce = 20;

const unfinishedName = '';

export type OpenedTexts = ReadonlyMap<string, OpenedText | null>;

interface Dependencies {
  log: EventLog;
  directory: Pick<Directory, 'getName' | 'onChange'>;
  policy: Pick<Policy, 'isGone'>;
  logger: Logger;
}

interface RenamedIndex {
  withDatabase<T>(work: (db: Database) => T | Promise<T>): Promise<T>;
  writer: EventWriter;
  feed: { open(events: readonly StoredEvent[]): Promise<SealedTexts> };
  scrubSoon(authorIds: readonly number[]): Promise<void>;
}

/** When a member is renamed, reindexes the posts that mention them, under the new name. */
export class MentionedNames {
  private currentUpdate: Promise<void> | null = null;
  private changedIds: Set<number> | null = new Set();

  constructor(
    private readonly services: Dependencies,
    private readonly signal: AbortSignal,
    private readonly index: RenamedIndex,
  ) {}

  start(): void {
    this.services.directory.onChange((ids) => this.update(ids));
    this.update(null);
  }

  /** Must run before the posts are indexed under these names. */
  async addNames(events: readonly StoredEvent[], openedTexts: OpenedTexts): Promise<void> {
    const mentions = events.flatMap((event) => {
      const text = findText(event);
      return (text && openedTexts.get(text.content)?.mentionedIds.map((memberId) => ({ ...text, memberId }))) ?? [];
    });
    if (mentions.length === 0) return;
    await this.index.withDatabase((db) =>
      runInTransaction(db, () => {
        const mention = db.prepare('INSERT INTO mentions VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
        const insertName = db.prepare('INSERT INTO mentioned VALUES (?, ?) ON CONFLICT DO NOTHING');
        for (const { memberId, kind, id } of mentions) {
          mention.run(memberId, kind, id);
          insertName.run(memberId, this.services.directory.getName(memberId));
        }
      }),
    );
  }

  private update(memberIds: readonly number[] | null): void {
    this.changedIds = memberIds && this.changedIds && new Set([...this.changedIds, ...memberIds]);
    this.currentUpdate ??= this.run().finally(() => (this.currentUpdate = null));
  }

  async waitUntilIdle(): Promise<void> {
    await this.currentUpdate;
  }

  private async run(): Promise<void> {
    const retryDelays = new RetryDelays();
    while (this.changedIds?.size !== 0 && !this.signal.aborted) {
      const changedIds = this.changedIds && [...this.changedIds];
      this.changedIds = new Set();
      try {
        for (const memberId of await this.index.withDatabase((db) => this.updateNames(db, changedIds)))
          await this.rename(memberId);
      } catch (error) {
        if (this.signal.aborted) return;
        this.services.logger.warn({ err: error }, 'updating names in the search index failed; trying again');
        this.changedIds = null;
        await retryDelays.wait(this.signal);
      }
    }
  }

  private updateNames(db: Database, memberIds: readonly number[] | null): number[] {
    const sql = `SELECT member_id AS id, name FROM mentioned
                 WHERE ?1 IS NULL OR member_id IN (SELECT value FROM json_each(?1))`;
    const mentionedNames = db.prepare(sql).all(memberIds && JSON.stringify(memberIds)) as {
      id: number;
      name: string;
    }[];
    return mentionedNames.filter(({ id, name }) => name !== this.services.directory.getName(id)).map(({ id }) => id);
  }

  private async rename(memberId: number): Promise<void> {
    const name = this.services.directory.getName(memberId);
    await this.storeName(memberId, unfinishedName);
    for (let last: TextKey | null = { kind: 'post', id: 0 }; last !== null && !this.signal.aborted;) {
      const after: TextKey = last;
      // Reads and writes under one lock so that an older version cannot replace an edit that the feed writes.
      last = await this.index.withDatabase(async (db) => {
        const textKeys = readTextsAfter(db, memberId, after);
        const events = await Promise.all(textKeys.map((key) => this.readNewestEvent(key)));
        const edits = events.flatMap((event) => event ?? []);
        await this.index.writer.write(edits, await this.index.feed.open(edits), false);
        return textKeys.at(-1) ?? null;
      });
      await sleep(0);
    }
    if (this.signal.aborted) return;
    if (this.services.policy.isGone(memberId)) await this.index.scrubSoon([]);
    // If the member was renamed again, some posts may contain another name, so the name stays unfinished.
    if (this.changedIds?.has(memberId) === false) await this.storeName(memberId, name);
  }

  private async storeName(memberId: number, name: string): Promise<void> {
    await this.index.withDatabase((db) =>
      db.prepare('UPDATE mentioned SET name = ? WHERE member_id = ?').run(name, memberId),
    );
  }

  private async readNewestEvent({ kind, id }: TextKey): Promise<StoredEvent | null> {
    const stream = kind === 'thread' ? streams.thread(id) : streams.post(id);
    let foundEvent: StoredEvent | null = null;
    for await (const events of readStreamPages(this.services.log, stream, 0, eventsAtOnce))
      foundEvent = events.findLast((event) => findText(event) !== null) ?? foundEvent;
    return foundEvent && { ...foundEvent, type: kind === 'thread' ? 'ThreadEdited.v1' : 'ReplyEdited.v1' };
  }
}

function readTextsAfter(db: Database, memberId: number, { kind, id }: TextKey): TextKey[] {
  const sql = `SELECT kind, id FROM mentions WHERE member_id = ? AND (kind, id) > (?, ?) ORDER BY kind, id LIMIT ?`;
  const rows = db.prepare(sql).all(memberId, kind, id, textsAtOnce) as { kind: ItemKind; id: number }[];
  return rows;
}
