import { setTimeout as sleep } from 'node:timers/promises';
import { parsePosition } from '@guildhall/domain/wire/positions.js';
import type { LiveRow, MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import { siteTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import { LiveSocketClient, type SocketCounts } from './live-socket-client.js';
import { screenOf, type PageKind } from './screens/page-kind.js';
import { reader } from './screens/reader.js';
import { after, RowCounts, type Get, type Screen } from './screens/screen.js';
import { ThreadScreen } from './screens/thread-screen.js';

export interface PageOptions {
  /** Who reads; a guest where it is left out. */
  cookie?: string | undefined;
  /** The site's topic too, as every page of the web does; true unless it says otherwise. */
  site?: boolean;
  /** How long an answer may take, in milliseconds. */
  timeoutMs?: number;
}

/** Milliseconds before a reading that had no answer is tried again: doubled each time, at most a second. */
const initialWaitMs = 50;
const maxWaitMs = 1_000;

/**
 * A page of the web without a browser: reads its rows by REST, joins its topics with the position of the reading over
 * a real connection, applies what comes as the web's stores do, and reads again when a message asks for it.
 */
export class LivePage {
  readonly counts = new RowCounts();
  /** Readings of the whole page; those that had no answer; and the most of these in a row. */
  readonly readings = { done: 0, failed: 0, failedInARow: 0 };
  private readonly screen: Screen;
  private readonly line: LiveSocketClient;
  private names = new Map<number, MemberNames>();
  private dirty: { from: string | null } | null = null;
  private loading: Promise<void> | null = null;
  private closed = false;
  private readonly get: Get;

  /** Resolves when the page is loaded and its topics are joined. */
  static async open(url: string, what: PageKind, options: PageOptions = {}): Promise<LivePage> {
    const page = new LivePage(url, what, options);
    await page.loading;
    page.line.connect();
    await page.settled();
    return page;
  }

  private constructor(
    private url: string,
    readonly what: PageKind,
    private readonly options: PageOptions,
  ) {
    this.screen = screenOf(what);
    this.get = reader(() => this.url, options);
    const take = (topic: Topic, rows: readonly LiveRow[]) => this.take(topic, rows);
    const read = () => this.read(null);
    this.line = new LiveSocketClient(url, options.cookie, { rows: take, resync: read, ended: read });
    read();
  }

  /** What the connection did. */
  get connection(): SocketCounts {
    return this.line.counts;
  }

  /** Why the server ended the session of this page; null while it did not. */
  get ended(): string | null {
    return this.line.ended;
  }

  /** What the page shows. */
  state(): unknown {
    return this.screen.shown(this.names);
  }

  /** What the same page would show if it were opened now. `from`: the views are built up to there at least. */
  async fresh(from: string | null = null): Promise<unknown> {
    const screen = screenOf(this.what);
    await screen.load(this.get, from);
    return screen.shown(new Map());
  }

  /** The thread's page, for what a test of threads looks at. @throws where it is another */
  get thread(): ThreadScreen {
    if (!(this.screen instanceof ThreadScreen)) throw new Error(`This page shows ${this.what.kind}`);
    return this.screen;
  }

  /** Everything of a topic up to here has come; null while it is not joined. */
  position(topic: Topic): string | null {
    return this.line.position(topic);
  }

  /** Loaded, connected, and has received all that was missed in every topic that it may join. */
  get isSettled(): boolean {
    return this.loading === null && this.line.isCaughtUp;
  }

  async settled(timeoutMs = 10_000): Promise<void> {
    await this.until(() => this.isSettled, 'a page that is loaded and joined', timeoutMs);
  }

  /** Resolves when the server has answered: all that it had sent before has come. */
  acknowledged(): Promise<void> {
    return this.line.acknowledged();
  }

  /** @throws when it does not come true in time */
  async until(isSo: () => boolean, what: string, timeoutMs = 10_000): Promise<void> {
    const end = Date.now() + timeoutMs;
    while (!isSo()) {
      if (Date.now() >= end) throw new Error(`${JSON.stringify(this.what)} waited in vain for ${what}`);
      await sleep(5);
    }
  }

  /** Breaks the connection; it comes back by itself. */
  cut(): void {
    this.line.cut();
  }

  /** Breaks the connection until `connect`. */
  disconnect(): void {
    this.line.disconnect();
  }

  connect(): void {
    this.line.connect();
  }

  /** As a reader does to whom a page says that there is nothing. */
  async reopen(): Promise<void> {
    this.read(null);
    await this.settled();
  }

  /** From here on at another server. */
  moveTo(url: string): void {
    this.url = url;
    this.line.moveTo(url);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.line.disconnect();
    await this.loading;
  }

  private take(topic: Topic, rows: readonly LiveRow[]): void {
    let askFrom: string | null = null;
    for (const row of rows) {
      this.counts.rows += 1;
      if (row.kind === 'member') this.rename(row);
      else if (this.screen.take(row, this.counts)) askFrom = row.pos;
    }
    if (askFrom !== null) this.read(this.wire(topic, askFrom));
  }

  private rename({ kind: _, ...member }: { kind: 'member' } & MemberNames): void {
    if ((this.names.get(member.id)?.pos ?? '') >= member.pos) return;
    this.names.set(member.id, member);
    this.screen.rename?.(member);
    if (this.what.kind === 'profile' && this.what.id === member.id) this.what.username = member.username;
  }

  private wire(topic: Topic, pos: string): string | null {
    const log = parsePosition(this.line.position(topic))?.log;
    return log === undefined ? null : `${log}.${pos}`;
  }

  /** Reads the page again, at `from` at least, once for all who ask meanwhile. */
  private read(from: string | null): void {
    this.dirty = { from };
    this.loading ??= this.readAll().finally(() => (this.loading = null));
  }

  private async readAll(): Promise<void> {
    for (let failures = 0; this.dirty && !this.closed;) {
      const { from } = this.dirty;
      this.dirty = null;
      try {
        const positions = await this.readOnce(from);
        failures = 0;
        if (!this.dirty && !this.closed) this.line.hear(positions);
      } catch {
        this.dirty ??= { from };
        failures += 1;
        this.readings.failed += 1;
        this.readings.failedInARow = Math.max(this.readings.failedInARow, failures);
        await sleep(Math.min(maxWaitMs, initialWaitMs * 2 ** failures));
      }
    }
  }

  private async readOnce(from: string | null): Promise<Map<Topic, string>> {
    const withSite = this.options.site !== false;
    const site = withSite ? await this.get(after('/forums/sections', from)) : null;
    // Names that came before are in what is read now.
    this.names = new Map();
    this.counts.restart();
    const position = await this.screen.load(this.get, from);
    this.readings.done += 1;
    const own = position === null ? [] : this.screen.topics().map((topic): [Topic, string] => [topic, position]);
    const ofSite: [Topic, string][] = site?.position ? [[siteTopic, site.position]] : [];
    return new Map([...ofSite, ...own]);
  }
}
