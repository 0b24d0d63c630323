import { setTimeout as sleep } from 'node:timers/promises';
import { parsePosition } from '@guildhall/domain/wire/positions.js';
import type { LiveRow, MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import { siteTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import { LiveSocketClient, type SocketCounts } from './live-socket-client.js';
import { createScreen, type PageKind } from './screens/page-kind.js';
import { createReader } from './screens/reader.js';
import { addAfter, RowCounts, type Get, type Screen } from './screens/screen.js';
import { ThreadScreen } from './screens/thread-screen.js';

export interface PageOptions {
  /** The reader's cookie. Omitted for a guest. */
  cookie?: string | undefined;
  site?: boolean;
  timeoutMs?: number;
}

/** The delay before an unanswered read is first retried. It doubles each time, up to a second. */
const initialWaitMs = 50;
const maxWaitMs = 1_000;
const stateTimeoutMs = 30_000;

/**
 * Represents a web page without a browser. Reads its rows over REST, joins its topics at the position of that read,
 * applies updates as the web client's stores do, and reads again when a message requires it.
 */
export class LivePage {
  readonly counts = new RowCounts();
  /** `failed` counts reads without a response. */
  readonly readings = { done: 0, failed: 0, failedInARow: 0 };
  private readonly screen: Screen;
  private readonly line: LiveSocketClient;
  private names = new Map<number, MemberNames>();
  private dirty: { from: string | null } | null = null;
  private loading: Promise<void> | null = null;
  private isClosed = false;
  private readonly get: Get;

  static async open(url: string, pageKind: PageKind, options: PageOptions = {}): Promise<LivePage> {
    const page = new LivePage(url, pageKind, options);
    await page.loading;
    page.line.connect();
    await page.waitUntilSettled();
    return page;
  }

  private constructor(
    private url: string,
    readonly pageKind: PageKind,
    private readonly options: PageOptions,
  ) {
    this.screen = createScreen(pageKind);
    this.get = createReader(() => this.url, options);
    const takeRows = (topic: Topic, rows: readonly LiveRow[]) => this.take(topic, rows);
    const read = () => this.read(null);
    this.line = new LiveSocketClient(url, options.cookie, { rows: takeRows, resync: read, ended: read });
    read();
  }

  get connection(): SocketCounts {
    return this.line.counts;
  }

  get ended(): string | null {
    return this.line.ended;
  }

  buildState(): unknown {
    return this.screen.buildVisibleRows(this.names);
  }

  /** Returns what the page would show if it were opened now. The views must contain the position `from`. */
  async loadFresh(from: string | null = null): Promise<unknown> {
    const screen = createScreen(this.pageKind);
    await screen.load(this.get, from);
    return screen.buildVisibleRows(new Map());
  }

  get thread(): ThreadScreen {
    if (!(this.screen instanceof ThreadScreen)) throw new Error(`This page shows ${this.pageKind.kind}`);
    return this.screen;
  }

  /** Null until the topic is joined. */
  position(topic: Topic): string | null {
    return this.line.position(topic);
  }

  /** True once the page is loaded and connected, with all missed updates of every topic that it may join. */
  get isSettled(): boolean {
    return this.loading === null && this.line.isCaughtUp;
  }

  async waitUntilSettled(): Promise<void> {
    await this.waitUntil(() => this.isSettled, 'a page that is loaded and joined');
  }

  /** Resolves once the server has responded so that everything it sent before has arrived. */
  waitForAcknowledgement(): Promise<void> {
    return this.line.waitForAcknowledgement();
  }

  async waitUntil(isSo: () => boolean, description: string): Promise<void> {
    const end = Date.now() + stateTimeoutMs;
    while (!isSo()) {
      if (Date.now() >= end) throw new Error(`${JSON.stringify(this.pageKind)} timed out waiting for ${description}`);
      await sleep(5);
    }
  }

  cut(): void {
    this.line.cut();
  }

  disconnect(): void {
    this.line.disconnect();
  }

  connect(): void {
    this.line.connect();
  }

  async reopen(): Promise<void> {
    this.read(null);
    await this.waitUntilSettled();
  }

  moveTo(url: string): void {
    this.url = url;
    this.line.moveTo(url);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.line.disconnect();
    await this.loading;
  }

  private take(topic: Topic, rows: readonly LiveRow[]): void {
    let askFrom: string | null = null;
    for (const row of rows) {
      this.counts.rows += 1;
      const isStale = row.kind === 'member' ? this.rename(row) : this.screen.take(row, this.counts);
      if (isStale) askFrom = row.pos;
    }
    if (askFrom !== null) this.read(this.toWirePosition(topic, askFrom));
  }

  private rename({ kind: _, ...member }: { kind: 'member' } & MemberNames): boolean {
    if ((this.names.get(member.id)?.pos ?? '') >= member.pos) return false;
    this.names.set(member.id, member);
    if (this.pageKind.kind === 'profile' && this.pageKind.id === member.id) this.pageKind.username = member.username;
    return this.screen.rename?.(member) ?? false;
  }

  private toWirePosition(topic: Topic, pos: string): string | null {
    const log = parsePosition(this.line.position(topic))?.log;
    return log === undefined ? null : `${log}.${pos}`;
  }

  /** Reads at `from` or later. Concurrent requests share one read. */
  private read(from: string | null): void {
    this.dirty = { from };
    this.loading ??= this.readAll().finally(() => (this.loading = null));
  }

  private async readAll(): Promise<void> {
    for (let failures = 0; this.dirty && !this.isClosed;) {
      const { from } = this.dirty;
      this.dirty = null;
      try {
        const positions = await this.readOnce(from);
        failures = 0;
        if (!this.dirty && !this.isClosed) this.line.hear(positions);
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
    const site = withSite ? await this.get(addAfter('/forums/sections', from)) : null;
    // The new read contains the names that arrived earlier.
    this.names = new Map();
    this.counts.restart();
    const position = await this.screen.load(this.get, from);
    this.readings.done += 1;
    const ownPositions =
      position === null ? [] : this.screen.listTopics().map((topic): [Topic, string] => [topic, position]);
    const sitePosition: [Topic, string][] = site?.position ? [[siteTopic, site.position]] : [];
    return new Map([...sitePosition, ...ownPositions]);
  }
}
