import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@guildhall/event-store/sqlite/database.js';
import type { EventLog, StoredEvent } from '@guildhall/event-store/port.js';
import type { Place } from '@guildhall/domain/structure/state.js';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { Directory } from '../read-models/members/directory.js';
import { Policy } from '../policy/policy.js';
import { scrubInThisThread } from '../search/scrub-search-file.js';
import { Search, type SearchOptions } from '../search/search.js';
import { parseSearch } from '../search/terms/query-text.js';
import type { TextQuery } from '../search/text-query.js';
import type { OwnedPrefix } from '../search/terms/tags.js';
import { findMentionedIds } from '../text/mentions.js';
import { parseAuthor } from '../vault/sealing.js';
import { openSqliteVault } from '../vault/sqlite/sqlite-vault.js';
import type { Texts } from '../vault/texts.js';

export function searchFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'guildhall-search-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

export async function openIndex(
  options: Pick<SearchOptions, 'log' | 'texts'> & Partial<SearchOptions> & { folder: string },
): Promise<Search> {
  const vault = await openSqliteVault(join(options.folder, 'vault.db'));
  const policy = new Policy();
  const directory = new Directory(vault, policy);
  const logger = pino({ level: 'silent' });
  const defaults = { dataDir: options.folder, logId: '00000001', policy, directory, logger, scrub: scrubInThisThread };
  const search = await Search.open({ ...defaults, ...options });
  const stop = search.stop.bind(search);
  let stopPromise: Promise<void> | undefined;
  search.stop = () => (stopPromise ??= stop());
  onTestFinished(search.stop);
  return search;
}

/** Opens texts that are sealed as `~<author>.<text>`. */
export function createPlainTexts(erased: ReadonlySet<number> = new Set()): Pick<Texts, 'open' | 'openCached'> {
  const openOne = (sealedText: string) => {
    if (erased.has(parseAuthor(sealedText))) return null;
    const text = sealedText.slice(sealedText.indexOf('.') + 1);
    return {
      text,
      html: text,
      preview: text,
      mentionedIds: findMentionedIds(text),
      leadingPicture: null,
      isRendered: () => true,
    };
  };
  return {
    open: async (many) => new Map(many.map((sealedText) => [sealedText, openOne(sealedText)])),
    openCached: openOne,
  };
}

/** Adds the author to every sealed text, just as sealing does. */
export function sealTexts(events: readonly StoredEvent[]): StoredEvent[] {
  const authors = new Map<number, number>();
  return events.map((event) => {
    const data = event.data as Record<string, unknown>;
    const id = (data.postId ?? data.threadId) as number;
    if (event.type === 'ThreadCreated.v1' || event.type === 'ReplyPosted.v1') authors.set(id, data.authorId as number);
    if (!/^(Thread|Reply)(Created|Posted|Edited)/.test(event.type)) return event;
    const seal = (text: unknown) => (typeof text === 'string' ? `~${authors.get(id)}.${text}` : undefined);
    return { ...event, data: { ...data, title: seal(data.title), content: seal(data.content) } };
  });
}

export function findInIndex(
  search: Search,
  word: string,
  places: readonly Place[] = [{ sectionId: 1, subsectionId: null }],
  prefixes: readonly OwnedPrefix[] | null = null,
): number[] {
  const others = [8, 9].map((sectionId) => ({ sectionId, subsectionId: null }));
  const query = createTextQuery(word, { places, others, prefixes });
  return search.findNewest(query, null).texts.map(({ id }) => id);
}

export function createTextQuery(words: string, more: Partial<TextQuery> = {}): TextQuery {
  const text = parseSearch(words);
  return {
    text,
    kind: null,
    places: [{ sectionId: 1, subsectionId: null }],
    others: [],
    authorId: null,
    prefixes: null,
    notPrefixes: [],
    solved: text.solved,
    from: null,
    to: null,
    limit: 100,
    ...more,
  };
}

export async function waitForFeed(search: Search, log: EventLog): Promise<void> {
  if (!(await search.waitFor(await log.readHead(), Infinity))) throw new Error('The search was stopped');
}

/** @throws if FTS5's words do not match the texts */
export function checkIndex(folder: string): void {
  const db = openDatabase(join(folder, 'search.db'));
  try {
    db.exec(`INSERT INTO texts (texts, rank) VALUES ('integrity-check', 1)`);
  } finally {
    db.close();
  }
}

export function readContents(folder: string): Record<string, unknown[]> {
  const db = openDatabase(join(folder, 'search.db'), { readOnly: true });
  try {
    return {
      state: db.prepare('SELECT * FROM state').all(),
      threads: db.prepare('SELECT * FROM threads ORDER BY id').all(),
      items: db
        .prepare(
          `SELECT kind, id, thread_id, author_id, created_at, position, thread_tags, deleted, title, body, tags
           FROM items LEFT JOIN texts ON texts.rowid = items.rowid ORDER BY items.rowid`,
        )
        .all(),
      deletedReplies: db.prepare('SELECT id FROM deleted_replies').all(),
      lonelyTexts: db.prepare('SELECT rowid FROM texts WHERE rowid NOT IN (SELECT rowid FROM items)').all(),
    };
  } finally {
    db.close();
  }
}
