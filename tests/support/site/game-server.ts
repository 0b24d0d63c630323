import type { LedgerEntryRow, LedgerPage, ReportResults } from '@guildhall/domain/wire/schemas/games/ledger.js';
import { fillLedgers } from '@guildhall/server/games/ledger/fill-ledgers.js';
import { Follower } from '@guildhall/server/log/follower.js';
import { ReactionRunner } from '@guildhall/server/reactions/run-reaction.js';
import type { Person } from './member.js';
import { TestProgram } from './program.js';
import type { Site } from './site.js';

/** Returns an account of the Java edition. The same number always yields the same account. */
export const buildJavaAccount = (number: number, name = `Player${number}`) => ({
  edition: 'java',
  login_mode: 'online',
  name,
  uuid: `069a79f4-44e9-4726-a5be-${String(number).padStart(12, '0')}`,
});

/** Creates a game server, on a site that runs in another process, and returns its key. */
export async function createGameServerKey(admin: Person, name: string, fields: object = {}): Promise<string> {
  const { id } = await admin.perform('POST', '/admin/game-servers', { name, ...fields });
  const key = { name, scopes: ['game'], game_server_id: id, calls_per_minute: 6_000 };
  return String((await admin.perform('POST', '/admin/keys', key)).key);
}

/** Fills the ledgers of a site that runs no reactions. @returns a function that stops it */
export async function runLedgers({ services }: Site): Promise<() => Promise<void>> {
  const head = await services.log.readHead();
  const follower = new Follower(services.log, head, services.logger);
  const runner = new ReactionRunner(services, fillLedgers(services), head);
  runner.start(follower);
  follower.start();
  return async () => {
    await runner.stop();
    await follower.stop();
  };
}

/** Simulates a game server's program, which applies its ledger and reports what happens in the game. */
export class TestGameServer {
  private reports = 0;
  applied = 0;
  readonly entries: LedgerEntryRow[] = [];

  private constructor(
    readonly program: TestProgram,
    readonly id: number,
  ) {}

  static async create(site: Site, fields: object = {}): Promise<TestGameServer> {
    const program = await TestProgram.createForGameServer(site, fields);
    return new TestGameServer(program, program.serverId);
  }

  async read(query: Record<string, number> = {}): Promise<LedgerPage> {
    const parameters = Object.entries({ after: this.applied, ...query }).map(([name, value]) => `${name}=${value}`);
    const { status, json, text } = await this.program.send('GET', `/game/ledger?${parameters.join('&')}`);
    if (status !== 200) throw new Error(`${status} ${text}`);
    return json as LedgerPage;
  }

  /** Applies the next entries, and waits for the first one. Returns each as "kind name detail". */
  async apply(wait = 0): Promise<string[]> {
    const { entries, next } = await this.read({ wait });
    this.entries.push(...entries);
    this.applied = next;
    await this.program.send('POST', '/game/ledger/ack', { pos: next });
    return entries.map(({ kind, account, data }) =>
      [kind, account?.name, data.rank ?? data.reason].filter(Boolean).join(' '),
    );
  }

  /** Returns the result, or the code of the refusal. */
  async report(kind: string, account: object, data: object = {}, more: object = {}): Promise<string> {
    const item = { id: `${++this.reports}`, kind, account, data, ...more };
    const { json, text } = await this.program.send('POST', '/game/reports', { items: [item] });
    const [result] = (json as Partial<ReportResults>).results ?? [];
    if (!result) throw new Error(text);
    return result.code ?? result.result;
  }
}
