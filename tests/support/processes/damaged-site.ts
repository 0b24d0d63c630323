import { closeSync, cpSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchResponse } from '@guildhall/domain/wire/schemas/forum/search.js';
import { readEnv } from '@guildhall/server/process/env.js';
import { findOperatorMessage } from '@guildhall/server/process/operator-message.js';
import { startServer, type RunningServer } from '@guildhall/server/server.js';
import { pino } from 'pino';
import { expect, vi } from 'vitest';
import { createThread, registerPerson, reply, type Person } from '../site/member.js';
import { readReplies } from './posting.js';
import { verifyViews } from './verify-views.js';

const replies = 60;
const pageBytes = 4096;

/** Each test damages the same intact files. */
export class DamagedSite {
  private admin!: Person;
  private thread = 0;

  static async create(folder: string): Promise<DamagedSite> {
    const site = new DamagedSite(folder);
    mkdirSync(site.dataDir);
    await site.runInServer(async (server) => {
      const at = { url: `http://127.0.0.1:${server.port}`, dataDir: site.dataDir };
      site.admin = await registerPerson(at, 'Admin');
      site.thread = await createThread(site.admin, 'To be damaged');
      for (let n = 0; n < replies; n++) await reply(site.admin, site.thread, `reply number ${n} ${'word '.repeat(40)}`);
      await site.waitUntilFound();
    });
    cpSync(site.dataDir, site.sound, { recursive: true });
    return site;
  }

  private constructor(private readonly folder: string) {}

  /** Damages random pages. Everything that can be rebuilt must be restored without data loss. */
  async expectHealed(file: string, random: () => number): Promise<void> {
    this.damage(file, random);
    await this.runInServer(async () => {
      await vi.waitFor(() => this.expectAll(), { timeout: 60_000, interval: 250 });
      // Data that only a verification reads is rebuilt once it has found the damage.
      await vi.waitFor(async () => expect(await verifyViews(this.admin)).toBe('No difference.'), { timeout: 60_000 });
      await this.waitUntilFound();
    });
  }

  /**
   * Damages a file that only a backup can replace. Either the server refuses to start with a one-line message, or the
   * site serves what it can read. Nothing may hang.
   */
  async expectNamedOrHarmless(file: string, random: () => number): Promise<'refused' | 'served' | 'named'> {
    this.damage(file, random);
    const lines: string[] = [];
    const outcome = await this.runInServer(
      async () => {
        await this.admin.call('GET', `/forums/posts/${this.thread}`);
        const { status } = await this.admin.call('POST', '/forums/posts', { thread_id: this.thread, content: 'more' });
        expect([201, 401, 404, 500, 503]).toContain(status);
        // Without a session, the verification fails.
        const result = await verifyViews(this.admin).catch(() => 'not verified');
        return [result, ...lines].some((line) => line.includes('damaged')) ? 'named' : 'served';
      },
      (line) => lines.push(line),
    ).catch((error: unknown) => {
      expect(findOperatorMessage(error), String((error as Error).stack)).toMatch(/damaged.*backup$/);
      return 'refused' as const;
    });
    return outcome;
  }

  private get dataDir(): string {
    return join(this.folder, 'data');
  }

  private get sound(): string {
    return join(this.folder, 'sound');
  }

  private damage(file: string, random: () => number): void {
    rmSync(this.dataDir, { recursive: true });
    cpSync(this.sound, this.dataDir, { recursive: true });
    const name =
      readdirSync(this.dataDir).find(
        (entry) => entry === file || (file === 'views' && /^views-\d+\.db$/.test(entry)),
      ) ?? file;
    const path = join(this.dataDir, name);
    const { size } = statSync(path);
    const descriptor = openSync(path, 'r+');
    // Overwrites whole pages because changed bytes within a text of the same length are undetectable.
    const pages = Math.max(1, Math.floor(size / pageBytes));
    for (let times = 0; times < Math.max(1, pages / 8); times++) {
      const bytes = Buffer.from(Array.from({ length: Math.min(pageBytes, size) }, () => Math.floor(random() * 256)));
      writeSync(descriptor, bytes, 0, bytes.length, Math.floor(random() * pages) * pageBytes);
    }
    closeSync(descriptor);
  }

  private async expectAll(): Promise<void> {
    const visibleReplies = await readReplies(this.admin, this.thread);
    expect(visibleReplies).toHaveLength(replies);
    expect(await this.admin.perform('GET', `/forums/threads/${this.thread}`)).toMatchObject({ reply_count: replies });
  }

  private async waitUntilFound(): Promise<void> {
    const ask = async () => {
      const { status, body } = await this.admin.call('GET', '/search?q=number&kind=post&limit=100');
      expect(status).toBe(200);
      const { complete, results } = body as SearchResponse;
      expect({ complete, found: results.length }).toEqual({ complete: true, found: replies });
    };
    await vi.waitFor(ask, { timeout: 30_000, interval: 100 });
  }

  private async runInServer<T>(work: (server: RunningServer) => Promise<T>, onLine = (_: string) => {}): Promise<T> {
    const env = readEnv({ DATA_DIR: this.dataDir, PORT: '0', RATE_LIMITS: 'off' });
    const server = await startServer(env, pino({ level: 'error' }, { write: onLine }));
    if (this.admin) this.admin.url = `http://127.0.0.1:${server.port}`;
    try {
      return await work(server);
    } finally {
      await server.close();
    }
  }
}
