import { randomUUID } from 'node:crypto';
import { eventIdOf, commandIdOf, aggregateIdOf } from '@guildhall/domain/ids.js';
import { newAccount } from '@guildhall/server/accounts/accounts.js';
import { readEnv } from '@guildhall/server/process/env.js';
import { createLogger } from '@guildhall/server/process/logger.js';
import { startServer } from '@guildhall/server/server.js';
import { randomOf } from './random.mjs';

const minute = 60_000; // ms
const password = 'the password of every member';

const text400 =
  'We are *tearing down* the old harbour on Saturday. Post screenshots, sketches or a schematic; the three best ideas ' +
  'get built by the team and named after you. Size limit is **96 x 64**, keep the lighthouse where it is. ';

/**
 * Fills a data folder, or the stores of `network`, with a realistic forum: members, threads, replies, edits, moves and
 * deletions.
 * @param {{ dataDir: string, network?: Record<string, string>, members: number, threads: number, replies: number, changes: number, acts?: number,
 *   cookies?: number, atOnce?: number }} size
 *   `atOnce`: threads or replies that are written side by side;
 *   `changes`: further events: edits, deletions, locks, moves; `acts`: bans and their ends by the Admin;
 *   `cookies`: how many of the members have logged in
 * @returns {Promise<{ members: number[], cookies: string[], adminCookie: string, password: string, threads: number[], section: number,
 *   bigThread: number, smallThread: number }>}
 */
export async function seed(size) {
  const { dataDir, network = {}, members, threads, replies, changes, acts = 0, cookies: loggedIn = 64 } = size;
  const env = readEnv({ DATA_DIR: dataDir, RATE_LIMITS: 'off', PORT: '0', ...network });
  const server = await startServer(env, createLogger({ logLevel: 'error' }), { listen: false });
  const { services } = server;
  const forum = new Forum(services, size.atOnce);
  try {
    await forum.addMembers(members);
    await forum.addThreads(threads);
    await forum.addReplies(replies);
    await forum.change(changes);
    const cookies = [];
    for (const member of forum.members.slice(0, loggedIn)) cookies.push(await cookieOf(services, member));
    await forum.append('staff', [['RoleGiven.v1', { userId: forum.members[0], roleId: 1, before: 2 }]]);
    await forum.addEntries(acts);
    const [bigThread, smallThread] = forum.threads;
    const section = forum.sections[2];
    return {
      members: forum.members,
      cookies,
      adminCookie: cookies[0],
      password,
      threads: forum.threads,
      section,
      bigThread,
      smallThread,
    };
  } finally {
    await server.close();
  }
}

class Forum {
  members = [];
  threads = [];
  posts = [];
  /** Half a year ago: the view of changes keeps only those of the last day. */
  clock = Date.now() - 180 * 24 * 60 * minute;

  constructor(services, atOnce = 200) {
    this.services = services;
    this.atOnce = atOnce;
    this.sections = [...services.policy.structure.sections.keys()];
    this.random = randomOf(7);
  }

  async addMembers(count) {
    const hash = await this.services.passwords.hash(password);
    await inBatches(count, 50, async (i) => {
      const userId = aggregateIdOf(commandIdOf('bench', 'register', String(i)));
      const account = { ...newAccount(userId, `Member${i}`, `member${i}@example.org`, hash), mails: [] };
      await this.services.vault.createAccount({ ...account, registered: true, verified: true });
      await this.append(`user-${userId}`, [
        ['UserRegistered.v1', { userId }],
        ['UserVerified.v1', { userId }],
      ]);
      this.members[i] = userId;
    });
  }

  async addThreads(count) {
    await inBatches(count, this.atOnce, async (i) => {
      const threadId = aggregateIdOf(commandIdOf('bench', 'thread', String(i)));
      const authorId = this.pick(this.members);
      const title = await this.services.texts.seal(authorId, `Thread ${i} about the harbour district`);
      const content = await this.services.texts.seal(authorId, `${i} ${text400}`);
      const place = { sectionId: this.sections[i % 3], subsectionId: null };
      const data = { threadId, ...place, authorId, title, content, locked: false, sticky: false };
      await this.append(`thread-${threadId}`, [['ThreadCreated.v1', data]]);
      this.threads[i] = threadId;
    });
  }

  /** A tenth of the replies goes to the first thread, ten replies to the second, the rest to the others. */
  async addReplies(count) {
    await inBatches(count, this.atOnce, async (i) => {
      const postId = aggregateIdOf(commandIdOf('bench', 'reply', String(i)));
      const authorId = this.pick(this.members);
      const threadId =
        i % 10 === 0
          ? this.threads[0]
          : i < 100 && i % 10 === 1
            ? this.threads[1]
            : this.threads[2 + Math.floor(this.random() * (this.threads.length - 2))];
      const content = await this.services.texts.seal(authorId, `${i} ${text400}${text400}`.slice(0, 400));
      await this.append(`post-${postId}`, [['ReplyPosted.v1', { postId, threadId, authorId, content }]]);
      this.posts[i] = { postId, authorId };
    });
  }

  async change(count) {
    await inBatches(count, 1, async (i) => {
      const { postId, authorId } = this.pick(this.posts);
      const threadId = this.pick(this.threads.slice(2));
      const kind = i % 10;
      if (kind < 6) {
        const content = await this.services.texts.seal(authorId, `${i} edited ${text400}${text400}`.slice(0, 400));
        return this.append(`post-${postId}`, [['ReplyEdited.v1', { postId, content }]]);
      }
      if (kind === 6)
        return this.append(`post-${postId}`, [
          ['ReplyDeleted.v1', { postId }],
          ['ReplyRestored.v1', { postId }],
        ]);
      if (kind === 7)
        return this.append(`thread-${threadId}`, [
          ['ThreadLocked.v1', { threadId }],
          ['ThreadUnlocked.v1', { threadId }],
        ]);
      if (kind === 8)
        return this.append(`thread-${threadId}`, [
          ['ThreadDeleted.v1', { threadId }],
          ['ThreadRestored.v1', { threadId }],
        ]);
      const [before, after] = [this.pick(this.sections), this.pick(this.sections)];
      const move = {
        threadId,
        sectionId: after,
        subsectionId: null,
        before: { sectionId: before, subsectionId: null },
      };
      return this.append(`thread-${threadId}`, [['ThreadMoved.v1', move]]);
    });
  }

  /** Bans and their ends, a hundred events at a time, so that no one stays banned. */
  async addEntries(count) {
    const ban = { reason: null, until: null };
    for (let from = 0; from < count; from += 100) {
      const events = Array.from({ length: 50 }, () => this.pick(this.members.slice(64))).flatMap((userId) => [
        ['MemberBanned.v1', { userId, ...ban, before: null }],
        ['MemberUnbanned.v1', { userId, before: ban }],
      ]);
      await this.append('staff', events, String(this.members[0]));
    }
  }

  async append(stream, events, actorId = 'system') {
    const commandId = commandIdOf('bench', stream, randomUUID());
    const metadata = {
      actorId,
      commandId,
      correlationId: 'bench',
      causationId: commandId,
      at: new Date((this.clock += minute)).toISOString(),
    };
    const stamped = events.map(([type, data], n) => ({ id: eventIdOf(commandId, stream, n), type, data, metadata }));
    const stood = (await this.services.log.readStream(stream)).length;
    await this.services.log.append(stream, stamped, stood === 0 ? 'no-stream' : stood - 1);
  }

  pick(list) {
    return list[Math.floor(this.random() * list.length)];
  }
}

/** Runs `work(0)` to `work(count - 1)`, `size` at a time. */
async function inBatches(count, size, work) {
  for (let from = 0; from < count; from += size) {
    await Promise.all(Array.from({ length: Math.min(size, count - from) }, (_, n) => work(from + n)));
  }
}

/** A session as after a login. */
async function cookieOf(services, userId) {
  const { cookie } = await services.sessions.begin(userId, 'bench');
  return `${cookie.name}=${cookie.value}`;
}
