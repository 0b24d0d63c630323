import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { positionHeader } from '@guildhall/domain/wire/headers.js';
import { threadRow, type ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { readReplies } from '../posting.js';
import { createThread, type Person, type TestResponse } from '../../site/member.js';

const maxUnshownMs = 120_000; // The machine may be busy.

/** Each member writes in a separate thread and, after each reply, reads how the site shows it. */
export class UpgradeClients {
  /** One line for each failed request and each wrong row. */
  readonly faults: string[] = [];
  stale = 0;
  private readonly clients: { person: Person; thread: number; texts: string[]; rounds: number }[] = [];
  private runs: Promise<void>[] = [];
  private stopped = false;

  static async start(people: readonly Person[]): Promise<UpgradeClients> {
    const clients = new UpgradeClients();
    for (const person of people) {
      const thread = await createThread(person, `Of ${person.me?.username ?? ''}`);
      clients.clients.push({ person, thread, texts: [], rounds: 0 });
    }
    clients.runs = clients.clients.map((client) => clients.repeat(client));
    return clients;
  }

  /** From now on, every nth client sends to this server. */
  moveTo(url: string, every = 1): void {
    this.clients.forEach(({ person }, n) => n % every === 0 && (person.url = url));
  }

  async runRounds(more: number): Promise<void> {
    const targetRounds = this.clients.map(({ rounds }) => rounds + more);
    while (this.faults.length === 0 && this.clients.some(({ rounds }, n) => rounds < (targetRounds[n] ?? 0)))
      await sleep(20);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.runs);
    for (const { person, thread, texts } of this.clients) {
      const contents = (await readReplies(person, thread)).map(({ content }) => content);
      if (JSON.stringify(contents) !== JSON.stringify(texts)) this.faults.push(`thread ${thread} shows other replies`);
    }
  }

  get acknowledged(): number {
    return this.clients.reduce((sum, { texts }) => sum + texts.length, 0);
  }

  private async repeat(client: UpgradeClients['clients'][number]): Promise<void> {
    while (!this.stopped && this.faults.length === 0) {
      await this.runRound(client).catch((error: unknown) => this.faults.push(String(error)));
      client.rounds += 1;
    }
  }

  private async runRound({ person, thread, texts, rounds }: UpgradeClients['clients'][number]): Promise<void> {
    const content = `reply ${rounds} ${randomUUID()}`;
    const body = { thread_id: thread, content };
    const reply = expectStatus(await person.call('POST', '/forums/posts', body), 201);
    texts.push(content);
    if ((reply.body as { stale?: boolean }).stale) this.stale += 1;
    const position = reply.headers.get(positionHeader) ?? '';
    await this.waitUntilShown(person, thread, texts.length, position);
    for (const path of ['/forums/sections', '/forums/recent', '/forums/member-stats']) {
      expectStatus(await person.call('GET', path), 200);
    }
  }

  /** The thread's count must never exceed these replies. */
  private async waitUntilShown(person: Person, thread: number, replies: number, position: string): Promise<void> {
    const end = Date.now() + maxUnshownMs;
    for (;;) {
      const path = `/forums/threads/${thread}?after=${encodeURIComponent(position)}`;
      const row: ThreadRow = threadRow.parse(expectStatus(await person.call('GET', path), 200).body);
      if (row.reply_count === replies) return;
      if (row.reply_count > replies) throw new Error(`${person.url} counts ${row.reply_count} of ${replies} replies`);
      if (Date.now() > end) throw new Error(`${person.url} still counts ${row.reply_count} of ${replies} replies`);
    }
  }
}

function expectStatus(response: TestResponse, status: number): TestResponse {
  if (response.status !== status) throw new Error(`${response.status}: ${JSON.stringify(response.body)}`);
  return response;
}
