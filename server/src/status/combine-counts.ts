import { toModeKey } from '@guildhall/domain/status/game-modes.js';
import type { PlayerCount, StatusResponse } from '@guildhall/domain/wire/schemas/site/statistics.js';
import type { ListedServer } from './server-statuses.js';

/** The status service's counts take precedence. The game servers supply those that it lacks. */
export function combineCounts(
  { modes, ...network }: StatusResponse,
  isNetworkPolled: boolean,
  servers: readonly ListedServer[],
  sum = sumKnown,
): StatusResponse {
  const polledModes = new Set(modes.map(({ mode }) => toModeKey(mode)));
  const serversOfMode = new Map<string, ListedServer[]>();
  for (const listedServer of servers) {
    const key = listedServer.server.mode === null ? null : toModeKey(listedServer.server.mode);
    if (key !== null && !polledModes.has(key))
      serversOfMode.set(key, [...(serversOfMode.get(key) ?? []), listedServer]);
  }
  const otherModes = [...serversOfMode].map(([key, some]) => ({ mode: some[0]?.server.mode ?? key, ...sum(some) }));
  return { ...(isNetworkPolled ? network : sum(servers)), modes: [...modes, ...otherModes] };
}

/** Nobody plays on a server that is offline. An online server may hide its count. */
const countPlayers = ({ state, status }: ListedServer): number | null =>
  state === 'offline' ? 0 : state === 'online' ? (status?.players ?? null) : null;

/** Leaves out servers with unknown counts. The sum is unknown only if all of them are. */
export function sumKnown(servers: readonly ListedServer[]): PlayerCount {
  const counts = servers.map(countPlayers).filter((players) => players !== null);
  const [earliest = null] = servers.map(({ since }) => since).sort();
  const players = counts.reduce((sum, count) => sum + count, 0);
  return { players, unknown_since: counts.length > 0 ? null : earliest };
}

/** The sum is unknown as long as any server's count is. */
export function sumComplete(servers: readonly ListedServer[]): PlayerCount {
  const unknown = servers.filter((listedServer) => countPlayers(listedServer) === null);
  return sumKnown(unknown.length > 0 ? unknown : servers);
}
