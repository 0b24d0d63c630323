import { createHash } from 'node:crypto';
import type { ServerStatus } from '../vault/games/server-statuses.js';
import { StatusUnknown, type GameStatus } from './pings/game-status.js';
import { describePingError } from './pings/ping-server.js';

const pingIntervalMs = 30_000;
const maxIntervalMs = 300_000;
/** A single ping may fail even if the server is online. */
const failuresUntilChange = 2;

export type PingResult = GameStatus | { error: unknown };

interface Attempt {
  id: number;
  target: string;
  now: number;
  /** Between 0.9 and 1.1, so that not all servers are pinged at the same time. */
  jitter: number;
}

const empty = { players: null, maxPlayers: null, version: '', description: [], latencyMs: null } as const;
const noIcon = { icon: null, iconHash: null };

export const hashIcon = (png: Uint8Array): string => createHash('sha256').update(png).digest('hex').slice(0, 32);

/** Calculates the status after a ping. A failed ping leaves the fields that do not change while a server is offline. */
export function computeNextStatus(
  previous: ServerStatus | null,
  { id, target, now, jitter }: Attempt,
  result: PingResult,
  icon: Pick<ServerStatus, 'icon' | 'iconHash'> = noIcon,
): ServerStatus {
  const checkedAt = new Date(now).toISOString();
  const failures = 'error' in result ? (previous?.failures ?? 0) + 1 : 0;
  const interval = Math.min(pingIntervalMs * 2 ** Math.max(0, failures - 1), maxIntervalMs);
  const common = { id, target, checkedAt, dueAt: new Date(now + interval * jitter).toISOString(), failures };
  const findSince = (state: string) => (previous?.state === state ? previous.since : checkedAt);
  if (!('error' in result)) {
    const { icon: _, ...reportedFields } = result;
    return { ...common, ...reportedFields, ...icon, state: 'online', since: findSince('online') };
  }
  const failedStatus = { ...common, error: describePingError(result.error) };
  if (previous?.state === 'online' && failures < failuresUntilChange) return { ...previous, ...failedStatus };
  const isUnknown = result.error instanceof StatusUnknown || failures < failuresUntilChange;
  const state = isUnknown ? 'unknown' : 'offline';
  return {
    ...empty,
    ...noIcon,
    ...previous,
    ...failedStatus,
    players: null,
    latencyMs: null,
    state,
    since: findSince(state),
  };
}
