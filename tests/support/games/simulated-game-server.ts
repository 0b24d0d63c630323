import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerPage, ReportResults } from '@guildhall/domain/wire/schemas/games/ledger.js';

interface Saved {
  position: number;
  banned: readonly string[];
  pending: readonly object[];
}

const maxBackups = 20;

/** A game server that saves its position, its effects and its unsent reports together, like one file. */
export class SimulatedGameServer {
  private saved: Saved = { position: 0, banned: [], pending: [] };
  private readonly backups: Saved[] = [];
  head = 0;

  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  get banned(): readonly string[] {
    return [...this.saved.banned].sort();
  }

  get isDone(): boolean {
    return this.saved.pending.length === 0 && this.saved.position === this.head;
  }

  /** Something happened in the game. It is reported in the next step. */
  play(account: { uuid: string }): void {
    const kind = this.saved.banned.includes(account.uuid) ? 'unban' : 'ban';
    const report = { id: randomUUID(), kind, account, pos: this.saved.position, at: new Date().toISOString() };
    this.save({ ...this.apply(kind, account.uuid), pending: [...this.saved.pending, report] });
  }

  /** @param crash loses what was applied after the last save, as a killed server does */
  async step(crash = false): Promise<void> {
    const { pending } = this.saved;
    if (pending.length > 0) {
      const { results } = await this.call<ReportResults>('POST', '/game/reports', { items: pending.slice(0, 100) });
      if (crash) return;
      this.save({ ...this.saved, pending: pending.slice(results.length) });
    }
    const { entries, next, head } = await this.call<LedgerPage>(
      'GET',
      `/game/ledger?after=${this.saved.position}&wait=1&limit=20`,
    );
    if (crash) return;
    const before = this.saved;
    for (const [n, { pos, kind, account }] of entries.entries()) {
      if (pos !== before.position + n + 1) throw new Error(`Entry ${pos} follows ${before.position + n}`);
      this.saved = { ...(account ? this.apply(kind, account.uuid) : this.saved), position: pos };
    }
    this.save({ ...this.saved, position: next });
    this.head = head;
    await this.call('POST', '/game/ledger/ack', { pos: next });
  }

  /** Returns to an older backup, and reports that. */
  async restore(random: number): Promise<void> {
    const at = Math.floor(random * this.backups.length);
    const backup = this.backups[at];
    if (!backup) return;
    this.backups.length = at + 1;
    this.saved = backup;
    await this.call('POST', '/game/ledger/ack', { reset: backup.position, reason: 'Restored from a backup' });
  }

  private apply(kind: string, uuid: string): Saved {
    const others = this.saved.banned.filter((other) => other !== uuid);
    if (kind !== 'ban' && kind !== 'unban') return this.saved;
    return { ...this.saved, banned: kind === 'ban' ? [...others, uuid] : others };
  }

  private save(saved: Saved): void {
    this.saved = saved;
    this.backups.push(saved);
    if (this.backups.length > maxBackups) this.backups.shift();
  }

  /** Repeats the call until there is a response, as after a kill of the site. */
  private async call<T>(method: string, path: string, body?: object): Promise<T> {
    for (;;) {
      const headers = { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' };
      const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const response = await fetch(`${this.url}/api${path}`, sent).catch(() => null);
      const text = await response?.text().catch(() => null);
      if (response && text && response.status < 400) return JSON.parse(text) as T;
      if (response && text && response.status < 500) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      await sleep(100);
    }
  }
}
