import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { SearchResponse } from '@guildhall/domain/wire/schemas/forum/search.js';
import { readEnv } from '@guildhall/server/process/env.js';
import { createLogger } from '@guildhall/server/process/logger.js';
import { startServer, type RunningServer } from '@guildhall/server/server.js';
import { expect, vi } from 'vitest';
import { createThread, Person, registerPerson, reply } from '../site/member.js';
import { verifyViews } from './verify-views.js';

export const ages = ['older', 'newer'] as const;
export type Age = (typeof ages)[number];

/** Null means that the part is missing. */
export interface Combination {
  log: Age;
  vault: Age;
  views: Age | null;
  search: Age | null;
}

const filesOf: Record<keyof Combination, RegExp> = {
  log: /^log\.db$/,
  vault: /^vault\.db$/,
  views: /^views-/,
  search: /^search\.db$/,
};

const retainedTexts = ['kept one', 'kept two', 'kept three'];
const laterTexts = ['later one', 'later two'];

/**
 * Between the two backups, Bram wrote more, Cora was erased along with all posts, Dirk logged out of one of two
 * sessions, and Eva registered.
 */
export class TwiceBackedUp {
  private people!: Record<'admin' | 'bram' | 'cora' | 'dirkIn' | 'dirkOut' | 'eva', Person>;
  private thread = 0;
  private runs = 0;

  static async create(folder: string): Promise<TwiceBackedUp> {
    const site = new TwiceBackedUp(folder);
    await site.run('site', (server) => site.writeOlder(server));
    site.backUp('older');
    await site.run('site', (server) => site.writeNewer(server));
    site.backUp('newer');
    return site;
  }

  private constructor(private readonly folder: string) {}

  /** Expects a site restored from these parts to show what its log contains. */
  async expectWhatLogSays(parts: Combination): Promise<void> {
    const name = `run-${this.runs++}`;
    mkdirSync(join(this.folder, name));
    for (const part of ['log', 'vault', 'views', 'search'] as const) {
      const age = parts[part];
      if (age) this.copy(age, name, (file) => filesOf[part].test(file));
    }
    this.copy('older', name, (file) => file === 'secret');
    await this.run(name, () => this.expectState(parts));
  }

  private async expectState({ log, vault }: Combination): Promise<void> {
    const { admin, bram, dirkIn, dirkOut, eva } = this.people;
    const isNewer = log === 'newer';
    const words = isNewer ? [...retainedTexts, ...laterTexts] : retainedTexts;
    const rows = (await admin.call('GET', `/forums/posts/${this.thread}`)).body as PostRow[];
    expect(rows.filter(({ username }) => username === 'Bram').map(({ content }) => content)).toEqual(words);
    expect(await admin.perform('GET', `/forums/threads/${this.thread}`)).toMatchObject({
      reply_count: words.length + 1,
    });
    const isGone = isNewer || vault === 'newer';
    const corasRows = rows
      .filter(({ username }) => username !== 'Bram')
      .map(({ username, content }) => [username, content]);
    expect(corasRows).toEqual([isGone ? ['[deleted]', '[erased]'] : ['Cora', 'words of Cora']]);
    await this.expectFound('kept', retainedTexts.length);
    await this.expectFound('later', isNewer ? laterTexts.length : 0);
    await this.expectFound('words', isGone ? 0 : 1);

    expect(await isLoggedIn(dirkIn)).toBe(true);
    expect(await isLoggedIn(dirkOut)).toBe(!isNewer && vault === 'older');
    expect(await isLoggedIn(this.people.cora)).toBe(!isGone);
    expect(await isLoggedIn(eva)).toBe(vault === 'newer');
    const writers = vault === 'newer' ? [bram, eva] : [bram];
    for (const person of writers) expect((await write(person, this.thread, 'And on')).status).toBe(201);
    // Only an account that is in the log can be erased.
    if (vault === 'newer') expect((await erase(admin, eva)).status).toBe(200);
    expect(await verifyViews(admin)).toBe('No difference.');
  }

  private async expectFound(word: string, times: number): Promise<void> {
    const search = () => this.people.admin.perform('GET', `/search?q=${word}&kind=post`) as Promise<unknown>;
    await vi.waitFor(async () => {
      const { results, complete } = (await search()) as SearchResponse;
      expect({ complete, found: results.length }).toEqual({ complete: true, found: times });
    });
  }

  private async writeOlder(server: Pick<RunningServer, 'port'>): Promise<void> {
    const at = { url: getUrl(server), dataDir: join(this.folder, 'site') };
    const admin = await registerPerson(at, 'Admin');
    const [bram, cora, dirkIn] = [
      await registerPerson(at, 'Bram'),
      await registerPerson(at, 'Cora'),
      await registerPerson(at, 'Dirk'),
    ];
    const dirkOut = new Person(at.url);
    await dirkOut.logIn('Dirk');
    this.people = { admin, bram, cora, dirkIn, dirkOut, eva: new Person(at.url) };
    this.thread = await createThread(admin, 'To be restored');
    for (const text of retainedTexts) await reply(bram, this.thread, text);
    await reply(cora, this.thread, 'words of Cora');
    await this.expectFound('kept', retainedTexts.length);
  }

  private async writeNewer(server: Pick<RunningServer, 'port'>): Promise<void> {
    const { admin, bram, cora, dirkOut } = this.people;
    for (const text of laterTexts) await reply(bram, this.thread, text);
    await dirkOut.perform('POST', '/logout');
    expect((await erase(admin, cora)).status).toBe(200);
    this.people.eva = await registerPerson({ url: getUrl(server), dataDir: join(this.folder, 'site') }, 'Eva');
    await this.expectFound('later', laterTexts.length);
  }

  private async run(name: string, work: (server: RunningServer) => Promise<void>): Promise<void> {
    const env = readEnv({ DATA_DIR: join(this.folder, name), PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'silent' });
    const server = await startServer(env, createLogger(env));
    for (const person of Object.values(this.people ?? {})) person.url = getUrl(server);
    try {
      await work(server);
    } finally {
      await server.close();
    }
  }

  private backUp(age: Age): void {
    this.copy('site', age, (file) => file !== 'outbox');
  }

  private copy(from: string, to: string, which: (file: string) => boolean): void {
    if (!existsSync(join(this.folder, to))) mkdirSync(join(this.folder, to));
    for (const file of readdirSync(join(this.folder, from)).filter(which)) {
      cpSync(join(this.folder, from, file), join(this.folder, to, file));
    }
  }
}

const getUrl = ({ port }: Pick<RunningServer, 'port'>): string => `http://127.0.0.1:${port}`;

async function isLoggedIn(person: Person): Promise<boolean> {
  return ((await person.perform('GET', '/me')) as { user: unknown }).user !== null;
}

const erase = (admin: Person, person: Person) => admin.call('POST', `/admin/delete/${person.me?.id}`, { texts: true });

const write = (person: Person, thread_id: number, content: string) =>
  person.call('POST', '/forums/posts', { thread_id, content });
