import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { deriveEventId, deriveCommandId, deriveAggregateId } from '@guildhall/domain/ids.js';
import { createNewAccount } from '@guildhall/server/accounts/accounts.js';
import { Outages } from '@guildhall/server/stores/outages.js';
import { openEmbeddedStores } from '@guildhall/server/stores/stores.js';
import { createAuthorKey, sealText } from '@guildhall/server/vault/sealing.js';
import { createRandom } from './random.mjs';

const minuteMs = 60_000;

const text400 =
  'We are *tearing down* the old harbour on Saturday. Post screenshots, sketches or a schematic; the three best ideas ' +
  'get built by the team and named after you. Size limit is **96 x 64**, keep the lighthouse where it is. ';

/**
 * Runs `work` with only the log and the vault, as an import would. Deletes the views so that the next start builds them
 * in one pass instead of event by event.
 *
 * @template T
 * @param {import('@guildhall/server/process/env.js').Env} env
 * @param {(stores: import('@guildhall/server/stores/stores.js').Stores) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function fillStores(env, work) {
  const stores = env.network ? await openForumStores(env.network) : await openEmbeddedStores(env);
  try {
    return await work(stores);
  } finally {
    await stores.close();
    const views = env.network ? [] : readdirSync(env.dataDir).filter((name) => /^(views|search)/.test(name));
    for (const name of views) rmSync(join(env.dataDir, name));
  }
}

async function openForumStores(network) {
  const { openNetworkStores } = await import('@guildhall/server/stores/network-stores.js');
  return openNetworkStores(network, new Outages());
}

export class Forum {
  /** @type {number[]} */
  members = [];
  /** @type {number[]} */
  threads = [];
  /** @type {{ postId: number, authorId: number }[]} */
  posts = [];
  /** @type {Map<number, import('@guildhall/server/vault/sealing.js').AuthorKey>} */
  keys = new Map();
  /** Starts half a year ago because the `changes` view retains only the last day. */
  clock = Date.now() - 180 * 24 * 60 * minuteMs;

  /**
   * @param {import('@guildhall/server/stores/stores.js').Stores} stores
   * @param {number[]} sections
   */
  constructor(stores, sections, { concurrency = 500, random = createRandom(7) } = {}) {
    this.stores = stores;
    this.concurrency = concurrency;
    this.sections = sections;
    this.random = random;
  }

  async addMembers(count, hash) {
    await runInBatches(count, this.concurrency, async (i) => {
      const userId = deriveAggregateId(deriveCommandId('bench', 'register', String(i)));
      const account = { ...createNewAccount(userId, `Member${i}`, `member${i}@example.org`, hash), mails: [] };
      await this.stores.vault.createAccount({ ...account, registered: true, verified: true });
      this.keys.set(userId, createAuthorKey(userId, account.key));
      await this.createStream(`user-${userId}`, [
        ['UserRegistered.v1', { userId }],
        ['UserVerified.v1', { userId }],
      ]);
      this.members[i] = userId;
    });
  }

  async addThreads(count) {
    await runInBatches(count, this.concurrency, async (i) => {
      const threadId = deriveAggregateId(deriveCommandId('bench', 'thread', String(i)));
      const authorId = this.pick(this.members);
      const title = this.seal(authorId, `Thread ${i} about the harbour district`);
      const content = this.seal(authorId, `${i} ${text400}`);
      const place = { sectionId: this.sections[i % 3], subsectionId: null };
      const data = { threadId, ...place, authorId, title, content, locked: false, sticky: false };
      await this.createStream(`thread-${threadId}`, [['ThreadCreated.v1', data]]);
      this.threads[i] = threadId;
    });
  }

  /**
   * Posts a tenth of the replies in the first thread, ten replies in the second, and the others in the remaining
   * threads.
   */
  async addReplies(count) {
    await runInBatches(count, this.concurrency, async (i) => {
      const postId = deriveAggregateId(deriveCommandId('bench', 'reply', String(i)));
      const authorId = this.pick(this.members);
      const threadId =
        i % 10 === 0
          ? this.threads[0]
          : i < 100 && i % 10 === 1
            ? this.threads[1]
            : this.threads[2 + Math.floor(this.random() * (this.threads.length - 2))];
      const content = this.seal(authorId, `${i} ${text400}${text400}`.slice(0, 400));
      await this.createStream(`post-${postId}`, [['ReplyPosted.v1', { postId, threadId, authorId, content }]]);
      this.posts[i] = { postId, authorId };
    });
  }

  async addChanges(count) {
    await runInBatches(count, 1, async (i) => {
      const index = Math.floor(this.random() * this.posts.length);
      const { postId, authorId } = this.posts[index];
      const threadId = this.pick(this.threads.slice(2));
      const kind = i % 10;
      if (kind < 6) {
        const content = this.seal(authorId, `${i} edited ${text400}${text400}`.slice(0, 400));
        return this.append(`post-${postId}`, [['ReplyEdited.v1', { postId, content }]]);
      }
      if (kind === 6) {
        await this.append(`post-${postId}`, [['ReplyDeleted.v1', { postId }]]);
        if (i % 20 === 6) return this.append(`post-${postId}`, [['ReplyRestored.v1', { postId }]]);
        this.posts.splice(index, 1);
        return;
      }
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
      const [from, to] = [this.pick(this.sections), this.pick(this.sections)];
      const move = {
        threadId,
        sectionId: to,
        subsectionId: null,
        before: { sectionId: from, subsectionId: null },
      };
      return this.append(`thread-${threadId}`, [['ThreadMoved.v1', move]]);
    });
  }

  /** Bans and immediately unbans members, a hundred events per append. */
  async addAuditEntries(count) {
    const ban = { reason: null, until: null };
    for (let from = 0; from < count; from += 100) {
      const events = Array.from({ length: 50 }, () => this.pick(this.members.slice(64))).flatMap((userId) => [
        ['MemberBanned.v1', { userId, ...ban, before: null }],
        ['MemberUnbanned.v1', { userId, before: ban }],
      ]);
      await this.append('staff', events, String(this.members[0]));
    }
  }

  /**
   * @param {number} authorId
   * @param {string} text
   */
  seal(authorId, text) {
    return sealText(this.keys.get(authorId), text);
  }

  /**
   * @param {string} stream
   * @param {[type: string, data: object][]} events
   */
  async createStream(stream, events) {
    await this.stores.log.append(stream, this.stamp(stream, events), 'no-stream');
  }

  /**
   * @param {string} stream
   * @param {[type: string, data: object][]} events
   * @param {string} [actorId]
   */
  async append(stream, events, actorId) {
    const eventCount = (await this.stores.log.readStream(stream)).length;
    const newEvents = this.stamp(stream, events, actorId);
    await this.stores.log.append(stream, newEvents, eventCount === 0 ? 'no-stream' : eventCount - 1);
  }

  stamp(stream, events, actorId = 'system') {
    const commandId = deriveCommandId('bench', stream, randomUUID());
    const at = new Date((this.clock += minuteMs)).toISOString();
    const metadata = { actorId, commandId, correlationId: 'bench', causationId: commandId, at };
    return events.map(([type, data], n) => ({ id: deriveEventId(commandId, stream, n), type, data, metadata }));
  }

  pick(items) {
    return items[Math.floor(this.random() * items.length)];
  }
}

/** Runs `work(0)` to `work(count - 1)`, `batchSize` at a time. */
export async function runInBatches(count, batchSize, work) {
  for (let from = 0; from < count; from += batchSize) {
    await Promise.all(Array.from({ length: Math.min(batchSize, count - from) }, (_, n) => work(from + n)));
  }
}
