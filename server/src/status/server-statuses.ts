import type { ServerEdition } from '@guildhall/domain/games/events.js';
import type { ServerCount, ServerState } from '@guildhall/domain/status/events.js';
import type { Logger } from 'pino';
import { Limiter } from '../process/limiter.js';
import { isConnected } from '../vault/games/game-server-records.js';
import type { ServerStatus, ServerStatusCalls } from '../vault/games/server-statuses.js';
import { VaultUnavailable } from '../vault/vault.js';
import { hashIcon, computeNextStatus, type PingResult } from './next-status.js';
import { StatusUnknown } from './pings/game-status.js';
import { pingServer } from './pings/ping-server.js';
import { parseTarget } from './pings/target-address.js';

export interface PingedServer {
  serverId: number;
  name: string;
  mode: string | null;
  address: string;
  edition: ServerEdition;
}

export interface ListedServer {
  server: PingedServer;
  state: ServerState;
  since: string;
  /** The last result. Null if there is none yet. */
  status: ServerStatus | null;
}

/** What a game server reports with its key. */
export interface ReportedPresence {
  players: number;
  contactAt: string | null;
  connectedAt?: string;
}

interface Dependencies {
  /** All game servers, including those without an address. */
  listServers: () => readonly PingedServer[];
  vault: ServerStatusCalls;
  logger: Logger;
  encodeIcon: (png: Buffer) => Promise<Buffer>;
  /** Null if the game server does not report its players. */
  readPresence: (serverId: number) => Promise<ReportedPresence | null>;
  ping?: typeof pingServer;
  now?: () => number;
}

const maxConcurrentPings = 8;
const readPresenceMs = 30_000;
/** Longer than it takes another server to take over. */
const staleMs = 90_000;

/**
 * Pings the game servers on the server that has the lease and stores each result in the vault, from which the other
 * servers read it. The time of the next ping is stored with it, so another server continues with the same intervals.
 */
export class ServerStatuses {
  private statuses: ReadonlyMap<number, ServerStatus> = new Map();
  private presences: ReadonlyMap<number, ReportedPresence> = new Map();
  private presencesAt = 0;
  private readonly stopController = new AbortController();
  private readonly limiter = new Limiter({ running: maxConcurrentPings });
  private readonly listeners = new Set<() => void>();
  private readonly now: () => number;
  private readonly startedAt: string;

  constructor(private readonly deps: Dependencies) {
    this.now = deps.now ?? Date.now;
    this.startedAt = new Date(this.now()).toISOString();
  }

  onChange(listener: () => void): void {
    this.listeners.add(listener);
  }

  stop(): void {
    this.stopController.abort();
  }

  /**
   * Must run every few seconds, and notifies listeners once each time. While the vault is unavailable, the statuses
   * become unknown.
   */
  async exchange(hasLease: boolean): Promise<void> {
    const servers = this.listPinged();
    if (this.deps.listServers().length + this.statuses.size + this.presences.size === 0) return;
    try {
      const storedStatuses = await this.deps.vault.listServerStatuses();
      const isCurrent = ({ id, target }: ServerStatus) =>
        servers.some((server) => server.serverId === id && formatTarget(server) === target);
      this.statuses = new Map(storedStatuses.filter(isCurrent).map((status) => [status.id, status]));
      await this.readPresences();
      if (hasLease) await this.pingDue(servers, storedStatuses);
    } catch (error) {
      if (!(error instanceof VaultUnavailable)) throw error;
    } finally {
      this.notifyListeners();
    }
  }

  list(): ListedServer[] {
    const staleBefore = new Date(this.now() - staleMs).toISOString();
    return this.listPinged().map((server) => {
      const status = this.statuses.get(server.serverId) ?? null;
      if (status === null) return { server, status, state: 'unknown', since: this.startedAt };
      if (status.dueAt < staleBefore) return { server, status, state: 'unknown', since: status.dueAt };
      return { server, status, state: status.state, since: status.since };
    });
  }

  /** The game servers without an address that report their players. If one is not connected, its state is unknown. */
  listReporting(): ListedServer[] {
    return this.deps.listServers().flatMap((server) => {
      const presence = this.presences.get(server.serverId);
      if (server.address !== '' || !presence) return [];
      const { contactAt, connectedAt } = presence;
      const isOnline = isConnected(presence, this.now());
      const since = (isOnline ? connectedAt : contactAt) ?? this.startedAt;
      return [{ server, status: null, state: isOnline ? 'online' : 'unknown', since }];
    });
  }

  /** Returns null if nothing was reported or the game server is not connected. */
  getReportedPlayers(serverId: number): number | null {
    const presence = this.presences.get(serverId);
    return presence && isConnected(presence, this.now()) ? presence.players : null;
  }

  getIcon(serverId: number, hash: string): Buffer | null {
    const { icon = null, iconHash } = this.statuses.get(serverId) ?? {};
    return icon !== null && iconHash === hash ? Buffer.from(icon, 'base64') : null;
  }

  private listPinged(): PingedServer[] {
    return this.deps.listServers().filter(({ address }) => address !== '');
  }

  private async readPresences(): Promise<void> {
    if (this.now() - this.presencesAt < readPresenceMs) return;
    this.presencesAt = this.now();
    const presences = new Map<number, ReportedPresence>();
    for (const { serverId } of this.deps.listServers()) {
      const presence = await this.deps.readPresence(serverId);
      if (presence) presences.set(serverId, presence);
    }
    this.presences = presences;
  }

  private async pingDue(servers: readonly PingedServer[], storedStatuses: readonly ServerStatus[]): Promise<void> {
    const removedIds = storedStatuses
      .map(({ id }) => id)
      .filter((id) => !servers.some(({ serverId }) => serverId === id));
    if (removedIds.length > 0) await this.deps.vault.removeServerStatuses(removedIds);
    const now = new Date(this.now()).toISOString();
    const due = servers.filter(({ serverId }) => (this.statuses.get(serverId)?.dueAt ?? '') <= now);
    await Promise.all(due.map((server) => this.limiter.run(() => this.pingOne(server))));
  }

  private async pingOne(server: PingedServer): Promise<void> {
    const { vault, logger } = this.deps;
    const { serverId: id } = server;
    const previous = this.statuses.get(id) ?? null;
    const result = await this.tryPing(server);
    if (this.stopController.signal.aborted) return;
    if ('error' in result && (previous?.failures ?? 0) === 0)
      logger.info({ err: result.error, serverId: id }, 'a game server did not respond to a ping');
    const attempt = { id, target: formatTarget(server), now: this.now(), jitter: 0.9 + 0.2 * Math.random() };
    const status = computeNextStatus(previous, attempt, result, await this.findIcon(previous, result));
    await vault.saveServerStatus(status);
    this.statuses = new Map(this.statuses).set(id, status);
  }

  /** A Java server's count includes any Bedrock players who can also join it. */
  private async tryPing({ address, edition }: PingedServer): Promise<PingResult> {
    const { ping = pingServer } = this.deps;
    try {
      const target = parseTarget(address);
      if (!target) throw new StatusUnknown('The address is invalid');
      return await ping(target, edition === 'bedrock' ? 'bedrock' : 'java', this.stopController.signal);
    } catch (error) {
      return { error };
    }
  }

  private async findIcon(previous: ServerStatus | null, result: PingResult) {
    const png = 'error' in result ? null : result.icon;
    if (png === null) return { icon: null, iconHash: null };
    const iconHash = hashIcon(png);
    if (previous?.iconHash === iconHash) return { icon: previous.icon, iconHash };
    const icon = await this.deps.encodeIcon(png).catch(() => null);
    return { icon: icon?.toString('base64') ?? null, iconHash };
  }

  private notifyListeners(): void {
    if (!this.stopController.signal.aborted) for (const listener of this.listeners) listener();
  }
}

const formatTarget = ({ address, edition }: PingedServer): string => `${edition} ${address}`;

export function toServerCount({ state, status }: ListedServer): ServerCount {
  return { state, players: state === 'online' ? (status?.players ?? null) : null };
}
