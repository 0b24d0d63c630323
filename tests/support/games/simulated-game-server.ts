import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerEntryRow, LedgerPage, ReportResults } from '@guildhall/domain/wire/schemas/games/ledger.js';

interface Account {
  uuid: string;
}

interface Report extends Change {
  id: string;
  account: Account;
}

interface SavedState {
  position: number;
  /** When the game itself ends a ban. Null if it ends with an entry or a report. */
  bans: ReadonlyMap<string, string | null>;
  ranks: ReadonlySet<string>;
  pending: readonly Report[];
}

interface Change {
  kind: string;
  data: { rank?: string | undefined; until?: string | null | undefined };
}

const maxBackups = 20;
const maxReportsPerCall = 100;

/** A game server that saves its position, its effects and its unsent reports together, like one file. */
export class SimulatedGameServer {
  private saved: SavedState = { position: 0, bans: new Map(), ranks: new Set(), pending: [] };
  private readonly backups: SavedState[] = [];
  private readonly entries: LedgerEntryRow[] = [];
  private calls = 0;
  head = 0;
  /** The most recent response that caused a retry. */
  lastFailure = '';

  /** @param urls the site's servers, which it calls in turn */
  constructor(
    private readonly urls: readonly string[],
    private readonly key: string,
  ) {}

  /** The bans in force and the ranks. */
  get state(): string[] {
    const { bans, ranks } = this.saved;
    const now = new Date().toISOString();
    const bannedPlayers = [...bans].flatMap(([uuid, until]) =>
      until === null || until > now ? [`banned ${uuid}`] : [],
    );
    return [...bannedPlayers, ...ranks].sort();
  }

  get kinds(): Set<string> {
    return new Set(this.entries.map(({ kind }) => kind));
  }

  /** Bans or unbans the player in the game. The next step reports it. */
  toggleBan({ uuid, ...account }: Account, until: string | null): void {
    const kind = this.state.includes(`banned ${uuid}`) ? 'unban' : 'ban';
    this.play({ kind, data: kind === 'ban' ? { until } : {} }, { ...account, uuid });
  }

  toggleRank(account: Account, rank: string): void {
    const kind = this.saved.ranks.has(`${rank} ${account.uuid}`) ? 'rank.remove' : 'rank.add';
    this.play({ kind, data: { rank } }, account);
  }

  private play(change: Change, account: Account): void {
    const { position, pending } = this.saved;
    const report = { ...change, id: randomUUID(), account, pos: position, at: new Date().toISOString() };
    const changedState = applyChange(this.saved, change, account.uuid, change.data.until ?? null);
    this.save({ ...changedState, pending: [...pending, report] });
  }

  /** @param crash loses the response to the next call, as a killed server does */
  async step(crash = false): Promise<void> {
    const { pending } = this.saved;
    if (pending.length > 0) {
      const items = pending.slice(0, maxReportsPerCall);
      const { results } = await this.call<ReportResults>('POST', '/game/reports', { items });
      if (crash) return;
      const notLinked = items.filter((item, n) => results[n]?.code === 'not-linked' && isLast(item, pending));
      this.save({ ...notLinked.reduce(takeBack, this.saved), pending: pending.slice(results.length) });
    }
    const { entries, next, head } = await this.read(this.saved.position, 'wait=1&limit=20');
    if (crash) return;
    let { saved } = this;
    for (const { kind, data, account } of entries)
      saved = account ? applyChange(saved, { kind, data }, account.uuid, null) : saved;
    this.save({ ...saved, position: next });
    this.head = head;
    await this.call('POST', '/game/ledger/ack', { pos: next });
  }

  /** Reports everything, and applies the whole ledger. */
  async catchUp(): Promise<void> {
    do await this.step();
    while (this.saved.pending.length > 0 || this.saved.position < this.head);
  }

  /** Reads the whole ledger again. Returns the accounts to which it links members or adds ranks. */
  async listLinkedUuids(): Promise<string[]> {
    const uuids = new Set<string>();
    for (let after = 0; after < this.head;) {
      const { entries, next } = await this.read(after, 'limit=500');
      for (const { kind, account } of entries)
        if (account && (kind === 'link' || kind === 'rank.add')) uuids.add(account.uuid);
      after = next;
    }
    return [...uuids];
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

  /** Confirms a member's account with the code from the site. */
  link(code: string, account: Account): Promise<unknown> {
    return this.call('POST', '/game/links', { code, account });
  }

  /** @throws if an entry is missing, out of order, or different from the one that had its position before */
  private async read(after: number, query: string): Promise<LedgerPage> {
    const page = await this.call<LedgerPage>('GET', `/game/ledger?after=${after}&${query}`);
    for (const [n, entry] of page.entries.entries()) {
      const knownEntry = (this.entries[after + n] ??= entry);
      if (entry.pos !== after + n + 1 || entry.id !== knownEntry.id)
        throw new Error(`Entry ${entry.pos} (${entry.id}) follows ${after + n}, where ${knownEntry.id} was`);
    }
    return page;
  }

  private save(saved: SavedState): void {
    this.saved = saved;
    this.backups.push(saved);
    if (this.backups.length > maxBackups) this.backups.shift();
  }

  /** Retries the call until there is a response, as after the site was killed, or while it lacks this game server. */
  private async call<T>(method: string, path: string, body?: object): Promise<T> {
    for (;;) {
      const url = this.urls[this.calls++ % this.urls.length];
      const headers = { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' };
      const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const response = await fetch(`${url}/api${path}`, sent).catch(() => null);
      const text = await response?.text().catch(() => null);
      if (response && text && response.status < 400) return JSON.parse(text) as T;
      const failure = `${method} ${path}: ${response?.status} ${text}`;
      if (response && text && response.status < 500 && response.status !== 401) throw new Error(failure);
      if (response) this.lastFailure = failure;
      await sleep(100);
    }
  }
}

const isLast = ({ account, data, id }: Report, pending: readonly Report[]): boolean =>
  pending.findLast((other) => other.account.uuid === account.uuid && other.data.rank === data.rank)?.id === id;

/** The site does not reverse changes to the ranks of players without a linked account. */
const takeBack = (saved: SavedState, { data, account }: Report): SavedState =>
  applyChange(saved, { kind: 'rank.remove', data }, account.uuid, null);

function applyChange(saved: SavedState, { kind, data }: Change, uuid: string, until: string | null): SavedState {
  const [bans, ranks, rank] = [new Map(saved.bans), new Set(saved.ranks), `${data.rank} ${uuid}`];
  if (kind === 'ban') bans.set(uuid, until);
  if (kind === 'unban') bans.delete(uuid);
  if (kind === 'rank.add') ranks.add(rank);
  if (kind === 'rank.remove') ranks.delete(rank);
  return { ...saved, bans, ranks };
}
