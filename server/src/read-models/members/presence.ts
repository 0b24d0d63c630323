import { randomUUID } from 'node:crypto';
import type { SiteState } from '../../policy/site-state.js';
import type { Policy } from '../../policy/policy.js';
import type { PresenceRow, PresentMember } from '../../vault/presence-rows.js';
import { VaultUnavailable, type Vault } from '../../vault/vault.js';
import type { Directory } from './directory.js';

const recordIntervalMs = 5 * 60_000;
const expiryMs = 45_000;
/** A server that has stopped can no longer report that a member has stopped writing. */
const writingExpiryMs = 20_000;
const maxServers = 50;
const maxMembersPerServer = 2_000;
const maxThreadsPerMember = 10;
const maxGuestThreads = 500;

export type Connection = Omit<PresentMember, 'userId'> & { userId: number | null };

export interface PresenceSnapshot {
  /** Omits members who hide that they are online. Those who have been connected the longest come first. */
  members: readonly PresentMember[];
  guests: number;
  readersByThread: ReadonlyMap<number, readonly PresentMember[]>;
  guestsByThread: ReadonlyMap<number, number>;
}

export interface LocalConnections {
  all: () => readonly Connection[];
  includes: (userId: number) => boolean;
}

interface Dependencies {
  vault: Pick<Vault, 'editAccount' | 'savePresence' | 'listPresence' | 'removePresence' | 'prunePresence'>;
  directory: Pick<Directory, 'ensure' | 'isMember' | 'findAccount'>;
  policy: Pick<Policy, 'findBan'>;
  site: Pick<SiteState, 'settings'>;
  now?: () => number;
}

/** Combines this server's connections with those that other servers write to the vault. */
export class Presence {
  private readonly serverId = randomUUID();
  private readonly now: () => number;
  private localConnections: LocalConnections = { all: () => [], includes: () => false };
  private others: readonly PresenceRow[] = [];
  private hasRow = false;

  constructor(private readonly deps: Dependencies) {
    this.now = deps.now ?? Date.now;
  }

  follow(connections: LocalConnections): void {
    this.localConnections = connections;
  }

  get isEnabled(): boolean {
    return this.deps.site.settings.presence;
  }

  isOnline(userId: number): boolean {
    if (this.localConnections.includes(userId)) return true;
    return this.readLiveRows().some(({ members }) => members.some((member) => member.userId === userId));
  }

  async takeSnapshot(): Promise<PresenceSnapshot> {
    return mergeRows(this.isEnabled ? [await this.buildOwnRow(), ...this.readLiveRows()] : []);
  }

  /** Must run every 15 seconds. While the vault is unavailable, other servers' rows expire. */
  async exchange(): Promise<void> {
    const { vault } = this.deps;
    try {
      const row = await this.buildOwnRow();
      const isNeeded = this.isEnabled && (row.members.length > 0 || row.guests > 0);
      if (isNeeded) await vault.savePresence(row);
      else if (this.hasRow) await vault.removePresence(this.serverId);
      this.hasRow = isNeeded;
      await vault.prunePresence(this.subtractTime(expiryMs));
      const rows = await vault.listPresence(this.subtractTime(expiryMs), maxServers);
      this.others = rows.filter(({ id }) => id !== this.serverId);
    } catch (error) {
      if (!(error instanceof VaultUnavailable)) throw error;
    }
  }

  async withdraw(): Promise<void> {
    this.localConnections = { all: () => [], includes: () => false };
    // The row expires anyway.
    if (this.hasRow) await this.deps.vault.removePresence(this.serverId).catch(() => undefined);
  }

  async record(userId: number): Promise<void> {
    if (!this.isEnabled) return;
    const now = this.now();
    await this.deps.vault.editAccount(userId, ({ seenAt, about }) =>
      about?.hideSeen || (seenAt !== undefined && now - Date.parse(seenAt) < recordIntervalMs)
        ? null
        : { seenAt: new Date(now).toISOString() },
    );
  }

  private async buildOwnRow(): Promise<PresenceRow> {
    const connections = this.localConnections.all();
    const members = mergeMembers(connections.filter((one): one is PresentMember => one.userId !== null));
    await this.deps.directory.ensure(members.map(({ userId }) => userId));
    const guests = connections.filter(({ userId }) => userId === null);
    return {
      id: this.serverId,
      writtenAt: this.subtractTime(0),
      members: members
        .filter(({ userId }) => this.isVisible(userId))
        .slice(0, maxMembersPerServer)
        .map((member) => ({ ...member, threads: member.threads.slice(0, maxThreadsPerMember) })),
      guests: guests.length,
      guestReaders: [...countByThread(guests)]
        .slice(0, maxGuestThreads)
        .map(([threadId, count]) => ({ threadId, guests: count })),
    };
  }

  /** Members may have hidden their presence or been banned since the row was written. */
  private readLiveRows(): PresenceRow[] {
    const [alive, writing] = [this.subtractTime(expiryMs), this.subtractTime(writingExpiryMs)];
    return this.others
      .filter(({ writtenAt }) => writtenAt > alive)
      .map((row) => ({
        ...row,
        members: row.members
          .filter(({ userId }) => this.isVisible(userId))
          .map((member) => (row.writtenAt > writing ? member : { ...member, writing: null })),
      }));
  }

  private isVisible(userId: number): boolean {
    const { directory, policy } = this.deps;
    return directory.isMember(userId) && !directory.findAccount(userId)?.hideSeen && policy.findBan(userId) === null;
  }

  private subtractTime(ms: number): string {
    return new Date(this.now() - ms).toISOString();
  }
}

function mergeRows(rows: readonly PresenceRow[]): PresenceSnapshot {
  const guestsByThread = new Map<number, number>();
  for (const { threadId, guests } of rows.flatMap(({ guestReaders }) => guestReaders))
    guestsByThread.set(threadId, (guestsByThread.get(threadId) ?? 0) + guests);
  const members = mergeMembers(rows.flatMap((row) => row.members));
  const readersByThread = new Map<number, PresentMember[]>();
  for (const member of members)
    for (const threadId of member.threads) {
      const readers = readersByThread.get(threadId);
      if (readers) readers.push(member);
      else readersByThread.set(threadId, [member]);
    }
  return {
    members,
    readersByThread,
    guests: rows.reduce((sum, { guests }) => sum + guests, 0),
    guestsByThread,
  };
}

function mergeMembers(members: readonly PresentMember[]): PresentMember[] {
  const byId = new Map<number, PresentMember>();
  for (const { userId, since, threads, writing } of members) {
    const mergedMember = byId.get(userId) ?? { since, threads: [], writing: null };
    byId.set(userId, {
      userId,
      since: since < mergedMember.since ? since : mergedMember.since,
      threads: [...new Set([...mergedMember.threads, ...threads])],
      writing: writing ?? mergedMember.writing,
    });
  }
  return [...byId.values()].sort((one, other) => one.since.localeCompare(other.since) || one.userId - other.userId);
}

function countByThread(guests: readonly Connection[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const threadId of guests.flatMap(({ threads }) => threads))
    counts.set(threadId, (counts.get(threadId) ?? 0) + 1);
  return counts;
}
