import { upcastEvent, type DomainEvent } from '@guildhall/domain/events.js';
import type { Place } from '@guildhall/domain/structure/state.js';
import { createEventReference } from '@guildhall/event-store/event-reference.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import type { Database, Statement } from '@guildhall/event-store/sqlite/database.js';
import { WorkInSteps } from '../process/work-in-steps.js';
import { taggedColumns } from './search-tables.js';
import { splitWords } from './terms/analyze.js';
import {
  toMatchExpression,
  buildItemTag,
  buildPlaceTag,
  buildTags,
  buildThreadTags,
  type ItemKind,
  type TaggedThread,
} from './terms/tags.js';
import { findStems } from './terms/word-forms.js';

/** Both methods return null if the author's posts are erased. */
export interface SealedTexts {
  openTitle(sealedText: string): string | null;
  openContent(sealedText: string): string | null;
}

export function findText({ type, data }: Pick<StoredEvent, 'type' | 'data'>) {
  const event = upcastEvent(type, data);
  switch (event?.type) {
    case 'ThreadCreated.v1':
    case 'ThreadEdited.v1':
      return { kind: 'thread' as const, id: event.data.threadId, title: event.data.title, content: event.data.content };
    case 'ReplyPosted.v1':
    case 'ReplyEdited.v1':
      return { kind: 'post' as const, id: event.data.postId, title: null, content: event.data.content };
    default:
      return null;
  }
}

export function listSealedTexts(events: readonly StoredEvent[]): string[] {
  return events.flatMap((event) => {
    const { title = null, content = null } = findText(event) ?? {};
    return [title, content].filter((text) => text !== null);
  });
}

interface IndexedText {
  kind: ItemKind;
  id: number;
  threadId: number;
  authorId: number;
}

interface IndexedItem {
  rowid: number;
  author_id: number;
  thread_tags: string;
}

const rowOfTag = '(SELECT rowid FROM texts WHERE texts MATCH ?)';

const maxStemmed = 50_000;
/** The stemmers support only words made of these letters. */
const isLetter = (code: number): boolean => code >= 97 && code <= 122;

type Value = string | number | bigint | null;

export class EventWriter {
  private readonly statements = new Map<string, Statement>();
  private readonly stemmedWords = new Set<string>();
  private unstemmedWords: string[] = [];

  constructor(private readonly db: Database) {}

  /**
   * Uses a single transaction because FTS5 merges after each one. `isNew` is false for events that were written before.
   */
  async write(events: readonly StoredEvent[], words: SealedTexts, isNew = true): Promise<void> {
    this.db.exec('BEGIN IMMEDIATE');
    const steps = new WorkInSteps();
    try {
      for (const storedEvent of events) {
        const event = upcastEvent(storedEvent.type, storedEvent.data);
        if (event) this.writeOne(event, storedEvent, words);
        await this.addForms(steps);
      }
      const last = events.at(-1);
      if (last && isNew) this.run('UPDATE state SET event = ?', JSON.stringify(createEventReference(last)));
      this.db.exec('COMMIT');
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
      this.stemmedWords.clear();
      this.unstemmedWords = [];
      throw error;
    }
  }

  private writeOne(event: DomainEvent, storedEvent: StoredEvent, words: SealedTexts): void {
    switch (event.type) {
      case 'ThreadCreated.v1': {
        const { threadId, authorId, title, content } = event.data;
        this.addThread(threadId, event.data, event.data.prefixId ?? null);
        const item = { kind: 'thread', id: threadId, threadId, authorId } as const;
        return this.add(item, storedEvent, words.openTitle(title), words.openContent(content));
      }
      case 'ThreadEdited.v1': {
        const { threadId, title, content } = event.data;
        return this.change('thread', threadId, words.openTitle(title), words.openContent(content));
      }
      case 'ThreadMoved.v1':
        return this.move(event.data.threadId, event.data);
      case 'ThreadPrefixSet.v1':
        this.run(
          'UPDATE threads SET prefix_id = ?, outdated = 1 WHERE id = ?',
          event.data.prefixId,
          event.data.threadId,
        );
        return;
      case 'ThreadSolutionSet.v1':
        this.run(
          'UPDATE threads SET solution_id = ?, outdated = 1 WHERE id = ?',
          event.data.postId,
          event.data.threadId,
        );
        return;
      case 'ThreadDeleted.v1':
      case 'ThreadRestored.v1':
        this.run(
          `UPDATE threads SET deleted = ? WHERE id = ?`,
          Number(event.type === 'ThreadDeleted.v1'),
          event.data.threadId,
        );
        return;
      case 'ReplyPosted.v1': {
        const { postId, threadId, authorId, content } = event.data;
        return this.add(
          { kind: 'post', id: postId, threadId, authorId },
          storedEvent,
          null,
          words.openContent(content),
        );
      }
      case 'ReplyEdited.v1':
        return this.change('post', event.data.postId, null, words.openContent(event.data.content));
      case 'ReplyDeleted.v1':
      case 'ReplyRestored.v1':
        return this.setReplyDeleted(event.data.postId, event.type === 'ReplyDeleted.v1');
      default:
        return;
    }
  }

  private addThread(id: number, place: Place, prefixId: number | null): void {
    const sql = 'INSERT INTO threads (id, place, section_id, subsection_id, prefix_id) VALUES (?, ?, ?, ?, ?)';
    this.run(sql, id, buildPlaceTag(place), place.sectionId, place.subsectionId, prefixId);
  }

  private move(id: number, place: Place): void {
    const sql = 'UPDATE threads SET place = ?, section_id = ?, subsection_id = ?, outdated = 1 WHERE id = ?';
    this.run(sql, buildPlaceTag(place), place.sectionId, place.subsectionId, id);
  }

  private setReplyDeleted(id: number, isDeleted: boolean): void {
    const sql = `UPDATE items SET deleted = ? WHERE rowid = ${rowOfTag}`;
    this.run(sql, Number(isDeleted), toMatchExpression(buildItemTag('post', id)));
    const change = isDeleted
      ? 'INSERT INTO deleted_replies VALUES (?) ON CONFLICT DO NOTHING'
      : 'DELETE FROM deleted_replies WHERE id = ?';
    this.run(change, id);
    this.run('UPDATE threads SET outdated = 1 WHERE solution_id = ?', id);
  }

  private add(item: IndexedText, { position, metadata }: StoredEvent, title: string | null, body: string | null): void {
    const { kind, id, threadId, authorId } = item;
    const thread = this.prepareStatement(`SELECT ${taggedColumns} FROM threads WHERE id = ?`).get(threadId) as
      TaggedThread | undefined;
    if (body === null || !thread) return;
    const sql = `INSERT INTO items (kind, id, thread_id, author_id, created_at, position, thread_tags)
                 VALUES (?, ?, ?, ?, ?, ?, ?)`;
    const tagsOfThread = buildThreadTags(threadId, thread);
    const { lastInsertRowid } = this.run(sql, kind, id, threadId, authorId, metadata.at ?? '', position, tagsOfThread);
    this.run('INSERT INTO authors (id) VALUES (?) ON CONFLICT DO NOTHING', authorId);
    if (kind === 'thread') this.run('UPDATE threads SET opening = ? WHERE id = ?', lastInsertRowid, id);
    const tags = buildTags(kind, id, tagsOfThread, authorId);
    this.run('INSERT INTO originals (rowid, title, body) VALUES (?, ?, ?)', lastInsertRowid, title, body);
    const words = this.toIndexedTexts(title, body);
    this.run('INSERT INTO texts (rowid, title, body, tags) VALUES (?, ?, ?, ?)', lastInsertRowid, ...words, tags);
  }

  private toIndexedTexts(...texts: [title: string | null, body: string]): string[] {
    return texts.map((text) => {
      const words = splitWords(text ?? '');
      for (const word of words) {
        if (!isLetter(word.charCodeAt(0)) || this.stemmedWords.has(word)) continue;
        this.stemmedWords.add(word);
        this.unstemmedWords.push(word);
      }
      return words.join(' ');
    });
  }

  private async addForms(steps: WorkInSteps): Promise<void> {
    for (const word of this.unstemmedWords) {
      for (const stem of findStems(word))
        this.run('INSERT INTO forms VALUES (?, ?) ON CONFLICT DO NOTHING', stem, word);
      await steps.next();
    }
    this.unstemmedWords = [];
    if (this.stemmedWords.size > maxStemmed) this.stemmedWords.clear();
    await steps.next();
  }

  private change(kind: ItemKind, id: number, title: string | null, body: string | null): void {
    // All of the author's posts are about to be removed.
    if (body === null) return;
    const row = this.prepareStatement(
      `SELECT items.rowid, author_id, thread_tags FROM items WHERE items.rowid = ${rowOfTag}`,
    ).get(toMatchExpression(buildItemTag(kind, id))) as IndexedItem | undefined;
    if (!row) return;
    this.run('UPDATE originals SET title = ?, body = ? WHERE rowid = ?', title, body, row.rowid);
    const tags = buildTags(kind, id, row.thread_tags, row.author_id);
    const words = this.toIndexedTexts(title, body);
    this.run('UPDATE texts SET title = ?, body = ?, tags = ? WHERE rowid = ?', ...words, tags, row.rowid);
  }

  private run(sql: string, ...values: Value[]) {
    return this.prepareStatement(sql).run(...values);
  }

  private prepareStatement(sql: string): Statement {
    const cachedStatement = this.statements.get(sql);
    if (cachedStatement) return cachedStatement;
    const statement = this.db.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }
}
