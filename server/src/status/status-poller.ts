import type { SiteSettings } from '@guildhall/domain/settings/site-settings.js';
import { toModeKey } from '@guildhall/domain/status/game-modes.js';
import type { ServerCount } from '@guildhall/domain/status/events.js';
import type { PlayerCount, StatusResponse } from '@guildhall/domain/wire/schemas/site/statistics.js';
import { combineCounts, sumComplete, sumKnown } from './combine-counts.js';
import { readPlayers } from './read-players.js';
import { toServerCount, type ServerStatuses } from './server-statuses.js';

export type PollTarget = Pick<SiteSettings, 'statusUrl' | 'statusModes'>;

export interface StatusOptions {
  getSettings: () => PollTarget;
  /** Varied by 10 % so that servers do not all poll at the same time. */
  everyMs?: number;
  read?: typeof readPlayers;
  servers?: Pick<ServerStatuses, 'list' | 'onChange'>;
  /** Must not throw. A count is null if it could not be read. */
  onRound?: (counts: PollCounts) => Promise<void>;
  onFailure?: (address: string, error: unknown) => void;
}

export interface PollCounts {
  players: number | null;
  modes: Record<string, number | null>;
  servers?: Record<string, ServerCount>;
  isComplete: boolean;
}

type PlayerState = { players: number } | { unknownSince: string };

/** Polls all status addresses in the settings concurrently, caches the results and adds the game servers' counts. */
export class StatusPoller {
  private readonly states = new Map<string, PlayerState>();
  private polledModes: ReadonlySet<string> | null = null;
  private readonly stopController = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | null = null;
  private pollAgain = false;
  private readonly listeners = new Set<() => void>();
  private lastNotified = '';
  private readonly initialCount: PlayerCount = { players: 0, unknown_since: new Date().toISOString() };

  constructor(private readonly options: StatusOptions) {}

  start(): void {
    this.options.servers?.onChange(() => this.notifyListeners());
    this.run();
  }

  async stop(): Promise<void> {
    this.stopController.abort();
    clearTimeout(this.timer);
    await this.round;
  }

  applySettings(): void {
    const { polledModes } = this;
    if (!polledModes || this.listAddresses().every((address) => polledModes.has(address))) return;
    if (this.round) this.pollAgain = true;
    else this.run();
  }

  onChange(listener: () => void): void {
    this.listeners.add(listener);
  }

  getCurrent(sum = sumKnown): StatusResponse {
    const { statusUrl, statusModes } = this.options.getSettings();
    const servers = this.listServers();
    // A mode that has neither a status service nor a game server still has a page.
    const servedModes = new Set(servers.map(({ server }) => toModeKey(server.mode ?? '')));
    const modes = statusModes
      .filter(({ mode, statusUrl: address }) => address !== '' || !servedModes.has(toModeKey(mode)))
      .map(({ mode, statusUrl: address }) => ({
        mode,
        ...(address === '' ? this.initialCount : this.getCount(address)),
      }));
    return combineCounts({ ...this.getCount(statusUrl), modes }, statusUrl !== '', servers, sum);
  }

  /** Whether the whole network's players are counted. */
  get isCounting(): boolean {
    return this.options.getSettings().statusUrl !== '' || this.listServers().length > 0;
  }

  private listServers() {
    return this.options.servers?.list() ?? [];
  }

  private getCount(address: string): PlayerCount {
    if (address === '') return { players: 0, unknown_since: null };
    const state = this.states.get(address);
    if (state && 'players' in state) return { players: state.players, unknown_since: null };
    return { players: 0, unknown_since: (state ?? this.markUnknown(address)).unknownSince };
  }

  private markUnknown(address: string) {
    const unknown = { unknownSince: new Date().toISOString() };
    if (this.listAddresses().includes(address)) this.states.set(address, unknown);
    return unknown;
  }

  private run(): void {
    clearTimeout(this.timer);
    if (this.stopController.signal.aborted) return;
    this.round = this.pollAll().finally(() => {
      this.round = null;
      this.notifyListeners();
      const pollSoon = this.pollAgain;
      this.pollAgain = false;
      if (pollSoon) return this.run();
      if (this.stopController.signal.aborted) return;
      const everyMs = this.options.everyMs ?? 60_000;
      this.timer = setTimeout(() => this.run(), everyMs * (0.9 + 0.2 * Math.random()));
      this.timer.unref();
    });
  }

  private notifyListeners(): void {
    const now = JSON.stringify(this.getCurrent());
    if (now === this.lastNotified || this.stopController.signal.aborted) return;
    this.lastNotified = now;
    for (const listener of this.listeners) listener();
  }

  private async pollAll(): Promise<void> {
    const addresses = this.listAddresses();
    this.polledModes = new Set(addresses);
    for (const address of this.states.keys()) if (!this.polledModes.has(address)) this.states.delete(address);
    await Promise.all(addresses.map((address) => this.poll(address)));
    // The next round polls the new addresses.
    if (this.stopController.signal.aborted || this.pollAgain) return;
    if (addresses.length > 0 || this.listServers().length > 0) await this.options.onRound?.(this.takeCounts());
  }

  /** A partial sum would look like a sudden fall in the graph. */
  private takeCounts(): PollCounts {
    const { modes, ...network } = this.getCurrent(sumComplete);
    const toKnownNumber = ({ players, unknown_since }: PlayerCount) => (unknown_since === null ? players : null);
    const servers = this.listServers().map(
      (listedServer) => [listedServer.server.serverId, toServerCount(listedServer)] as const,
    );
    const players = this.isCounting ? toKnownNumber(network) : null;
    return {
      players,
      modes: Object.fromEntries(modes.map((mode) => [mode.mode, toKnownNumber(mode)])),
      ...(servers.length > 0 && { servers: Object.fromEntries(servers) }),
      isComplete:
        (players !== null || !this.isCounting) &&
        modes.every((mode) => toKnownNumber(mode) !== null) &&
        servers.every(([, { state }]) => state !== 'unknown'),
    };
  }

  private async poll(address: string): Promise<void> {
    const { read = readPlayers, onFailure } = this.options;
    try {
      const players = await read(address, this.stopController.signal);
      this.states.set(address, { players });
    } catch (error) {
      const previousState = this.states.get(address);
      if (previousState && 'unknownSince' in previousState) return;
      this.states.set(address, { unknownSince: new Date().toISOString() });
      if (!this.stopController.signal.aborted) onFailure?.(address, error);
    }
  }

  private listAddresses(): string[] {
    const { statusUrl, statusModes } = this.options.getSettings();
    return [...new Set([statusUrl, ...statusModes.map((mode) => mode.statusUrl)])].filter((address) => address !== '');
  }
}
