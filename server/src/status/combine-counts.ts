import { modeKey } from '@guildhall/domain/status/game-modes.js';
import type { PlayerCount, StatusResponse } from '@guildhall/domain/wire/schemas/site/statistics.js';
import type { ListedServer } from './server-statuses.js';

/** The counts of the status service take precedence. The game servers fill in those that it does not have. */
export function combineCounts(
  { modes, ...network }: StatusResponse,
  isNetworkPolled: boolean,
  servers: readonly ListedServer[],
  sum = sumKnown,
): StatusResponse {
  const polledModes = new Set(modes.map(({ mode }) => modeKey(mode)));
  const serversOfMode = new Map<string, ListedServer[]>();
  for (const one of servers) {
    const key = one.server.mode === null ? null : modeKey(one.server.mode);
    if (key !== null && !polledModes.has(key)) serversOfMode.set(key, [...(serversOfMode.get(key) ?? []), one]);
  }
  const otherModes = [...serversOfMode].map(([key, some]) => ({ mode: some[0]?.server.mode ?? key, ...sum(some) }));
  return { ...(isNetworkPolled ? network : sum(servers)), modes: [...modes, ...otherModes] };
}

/** Nobody plays on a server that is offline. An online server may hide its number. */
const countPlayers = ({ state, status }: ListedServer): number | null =>
  state === 'offline' ? 0 : state === 'online' ? (status?.players ?? null) : null;

/** Leaves out servers whose number is unknown as long as another one is known. */
export function sumKnown(servers: readonly ListedServer[]): PlayerCount {
  const known = servers.map(countPlayers).filter((players) => players !== null);
  const [earliest = null] = servers.map(({ since }) => since).sort();
  const players = known.reduce((sum, count) => sum + count, 0);
  return { players, unknown_since: known.length > 0 ? null : earliest };
}

/** Is unknown as long as the number of any server is. */
export function sumComplete(servers: readonly ListedServer[]): PlayerCount {
  const unknown = servers.filter((one) => countPlayers(one) === null);
  return sumKnown(unknown.length > 0 ? unknown : servers);
}
