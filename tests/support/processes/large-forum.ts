import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { streams, type DomainEvent } from '@guildhall/domain/events.js';
import type { EventLog, NewEvent } from '@guildhall/event-store/port.js';
import { openSqliteLog } from '@guildhall/event-store/sqlite/log.js';
import { newAccount } from '@guildhall/server/accounts/accounts.js';
import { authorKeyOf, sealText, type AuthorKey } from '@guildhall/server/vault/sealing.js';
import { openSqliteVault } from '@guildhall/server/vault/sqlite/sqlite-vault.js';

const appendsAtOnce = 2_000;
const oldestEventMs = 300 * 24 * 3600 * 1000; // age in ms
const words =
  'We are *tearing down* the old harbour on Saturday. Post screenshots, sketches or a schematic; the three best ideas ' +
  'get built by the team and named after you. Size limit is **96 x 64**, keep the lighthouse where it is. ';

/**
 * Members, threads, replies of 400 characters sealed to about 600, edits, moves, deletions and restorations. No server
 * may use the data folder.
 */
export async function addLargeForum(
  dataDir: string,
  size: { events: number; members: number; sections: readonly number[] },
  random: () => number,
): Promise<void> {
  const log = openSqliteLog(join(dataDir, 'log.db'));
  try {
    const authors = await addAccounts(dataDir, size.members);
    const forum = new Forum(log, authors, size, random);
    await forum.grow();
  } finally {
    await log.close();
  }
}

export async function addAccounts(dataDir: string, count: number): Promise<AuthorKey[]> {
  const vault = await openSqliteVault(join(dataDir, 'vault.db'));
  const keys: AuthorKey[] = [];
  for (let n = 0; n < count; n++) {
    const id = spreadId(n + 1);
    const account = newAccount(id, `Settler${n}`, `settler${n}@example.org`, 'nobody logs in with this');
    await vault.createAccount({ ...account, mails: [], registered: true, verified: true });
    keys.push(authorKeyOf(id, account.key));
  }
  await vault.close();
  return keys;
}

interface Reply {
  id: number;
  author: AuthorKey;
  deleted: boolean;
}

class Forum {
  private readonly threads: { id: number; author: AuthorKey; sectionId: number }[] = [];
  private readonly replies: Reply[] = [];
  private readonly revisions = new Map<string, number>();
  private readonly texts = new Map<string, string>();
  private readonly pending: Promise<unknown>[] = [];
  private readonly began = Date.now() - oldestEventMs;
  private count = 0;
  private ids = 1_000_000;

  constructor(
    private readonly log: EventLog,
    private readonly authors: readonly AuthorKey[],
    private readonly size: { events: number; sections: readonly number[] },
    private readonly random: () => number,
  ) {}

  async grow(): Promise<void> {
    for (const { authorId: userId } of this.authors) {
      this.add(streams.user(userId), { type: 'UserRegistered.v1', data: { userId } });
      this.add(streams.user(userId), { type: 'UserVerified.v1', data: { userId } });
    }
    for (let n = 0; n < 20; n++) this.createThread();
    while (this.count < this.size.events) {
      this.happen(this.random());
      if (this.pending.length >= appendsAtOnce) await Promise.all(this.pending.splice(0));
    }
    await Promise.all(this.pending);
  }

  /** 84% replies, 5% threads, 6% edits, 2.5% deletions and restorations, 2.5% changes of threads. */
  private happen(chance: number): void {
    if (chance < 0.84) return this.reply();
    if (chance < 0.89) return this.createThread();
    if (chance < 0.975 && this.replies.length > 0) return this.changeReply(chance < 0.95);
    const { id: threadId, author } = this.pick(this.threads);
    const change = Math.floor(this.random() * 4);
    if (change === 0) return this.move();
    if (change === 1) {
      const data = { threadId, title: this.sealed(author, 30), content: this.sealed(author, 400) };
      return this.add(streams.thread(threadId), { type: 'ThreadEdited.v1', data });
    }
    const [there, back] = change === 2 ? lock : removal;
    this.add(streams.thread(threadId), { type: there, data: { threadId } });
    this.add(streams.thread(threadId), { type: back, data: { threadId } });
  }

  private createThread(): void {
    const author = this.pick(this.authors);
    const thread = { id: this.newId(), author, sectionId: this.pick(this.size.sections) };
    this.threads.push(thread);
    const texts = { title: this.sealed(author, 30), content: this.sealed(author, 400) };
    const place = { sectionId: thread.sectionId, subsectionId: null };
    const data = { threadId: thread.id, ...place, authorId: author.authorId, ...texts, locked: false, sticky: false };
    this.add(streams.thread(thread.id), { type: 'ThreadCreated.v1', data });
  }

  /** Prefers recent threads. */
  private reply(): void {
    const talkedAbout = this.random() < 0.8 ? this.threads.slice(-50) : this.threads;
    const author = this.pick(this.authors);
    const reply = { id: this.newId(), author, deleted: false };
    this.replies.push(reply);
    const { id: threadId } = this.pick(talkedAbout);
    const data = { postId: reply.id, threadId, authorId: author.authorId, content: this.sealed(author, 400) };
    this.add(streams.post(reply.id), { type: 'ReplyPosted.v1', data });
  }

  private changeReply(edit: boolean): void {
    const reply = this.pick(this.random() < 0.5 ? this.replies.slice(-1_000) : this.replies);
    const stream = streams.post(reply.id);
    const data = { postId: reply.id };
    if (reply.deleted || !edit) {
      reply.deleted = !reply.deleted;
      this.add(stream, { type: reply.deleted ? 'ReplyDeleted.v1' : 'ReplyRestored.v1', data });
    } else {
      this.add(stream, { type: 'ReplyEdited.v1', data: { ...data, content: this.sealed(reply.author, 400) } });
    }
  }

  private move(): void {
    const thread = this.pick(this.threads);
    const before = { sectionId: thread.sectionId, subsectionId: null };
    thread.sectionId = this.pick(this.size.sections);
    const data = { threadId: thread.id, sectionId: thread.sectionId, subsectionId: null, before };
    this.add(streams.thread(thread.id), { type: 'ThreadMoved.v1', data });
  }

  private add(stream: string, event: DomainEvent): void {
    const expected = this.revisions.get(stream);
    this.revisions.set(stream, expected === undefined ? 0 : expected + 1);
    const at = new Date(this.began + (this.count++ / this.size.events) * oldestEventMs).toISOString();
    const id = randomUUID();
    const metadata = { actorId: 'system', commandId: id, correlationId: 'growth', causationId: id, at };
    const stored: NewEvent = { id, ...event, metadata };
    this.pending.push(this.log.append(stream, [stored], expected ?? 'no-stream'));
  }

  private sealed(author: AuthorKey, length: number): string {
    const variant = Math.floor(this.random() * 20); // sealing each text separately would take most of the time
    const key = `${author.authorId} ${length} ${variant}`;
    const known = this.texts.get(key);
    if (known !== undefined) return known;
    const fresh = sealText(author, `${variant} ${words}${words}`.slice(0, length));
    this.texts.set(key, fresh);
    return fresh;
  }

  private newId(): number {
    return spreadId(this.ids++);
  }

  private pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)] as T; // no list is empty here
  }
}

const lock = ['ThreadLocked.v1', 'ThreadUnlocked.v1'] as const;
const removal = ['ThreadDeleted.v1', 'ThreadRestored.v1'] as const;

/** Spread over 52 bits, unordered, and unique for numbers below 10^12. */
export function spreadId(n: number): number {
  return ((n * 2_654_435_761) % 2 ** 32) * 2 ** 20 + (n % 2 ** 20);
}
