import type { ServerCount, StatusEvent } from '@guildhall/domain/status/events.js';
import { createView, type Change, type Get } from '../../view.js';
import type { ViewDocument, ViewStore } from '../../view-store.js';

/** There is one document per step so that a year is read as 365 days instead of 105,120 counts. */
export const playerSteps = ['5m', '1h', '1d'] as const;
export type PlayerStep = (typeof playerSteps)[number];

export interface PlayerCountDocument extends ViewDocument {
  /** Has the form `<step> <at> <series>`. */
  id: string;
  /** Empty for the whole network. Otherwise, a mode in lower case. */
  series: string;
  step: PlayerStep;
  at: string;
  /** The number of counts other than null. If it is 0, `max` is null. */
  known: number;
  sum: number;
  max: number | null;
}

/** Hours and days are enough for game servers, since there may be many of them. */
export const serverSteps = ['1h', '1d'] as const;
export type ServerStep = (typeof serverSteps)[number];

export interface ServerCountDocument extends ViewDocument {
  /** Has the form `<step> <at> <server>`. */
  id: string;
  serverId: number;
  step: ServerStep;
  at: string;
  online: number;
  offline: number;
  /** The number of counts that include a number of players. If it is 0, `max` is null. */
  known: number;
  sum: number;
  max: number | null;
}

const toSeries = (mode: string): string => mode.toLowerCase();

export function findStepStart(step: PlayerStep, slot: string): string {
  if (step === '5m') return slot;
  return step === '1h' ? `${slot.slice(0, 13)}:00:00.000Z` : `${slot.slice(0, 10)}T00:00:00.000Z`;
}

export const playerCountsView = createView(
  {
    playerCounts: { indexes: [['series', 'step', 'at']] },
    serverCounts: { indexes: [['serverId', 'step', 'at']] },
  },
  {
    'PlayersCounted.v1': ({ data }, get) => {
      const { slot, servers = {} } = data;
      if (get('playerCounts', buildId('5m', slot, '')) !== null) return [];
      return [
        ...listCounts(data).flatMap(([series, players]) =>
          playerSteps.map((step) => addCount(step, slot, series, players, get)),
        ),
        ...Object.entries(servers).flatMap(([serverId, count]) =>
          serverSteps.map((step) => addServerCount(step, slot, Number(serverId), count, get)),
        ),
      ];
    },
  },
);

function listCounts({ players, modes }: StatusEvent['data']): [series: string, players: number | null][] {
  const ofModes = Object.entries(modes).map(([mode, count]): [string, number | null] => [toSeries(mode), count]);
  return [...new Map<string, number | null>([['', players], ...ofModes])];
}

function addCount(step: PlayerStep, slot: string, series: string, players: number | null, get: Get): Change {
  const at = findStepStart(step, slot);
  const id = buildId(step, at, series);
  const totals = addPlayers(get<PlayerCountDocument>('playerCounts', id), players);
  return { collection: 'playerCounts', document: { id, series, step, at, ...totals } };
}

function addServerCount(
  step: ServerStep,
  slot: string,
  serverId: number,
  { state, players }: ServerCount,
  get: Get,
): Change {
  const at = findStepStart(step, slot);
  const id = buildId(step, at, serverId);
  const previousCounts = get<ServerCountDocument>('serverCounts', id);
  const online = (previousCounts?.online ?? 0) + (state === 'online' ? 1 : 0);
  const offline = (previousCounts?.offline ?? 0) + (state === 'offline' ? 1 : 0);
  const totals = addPlayers(previousCounts, players);
  return { collection: 'serverCounts', document: { id, serverId, step, at, online, offline, ...totals } };
}

type Totals = Pick<PlayerCountDocument, 'known' | 'sum' | 'max'>;

function addPlayers(previousTotals: Totals | null, players: number | null): Totals {
  const { known, sum, max } = previousTotals ?? { known: 0, sum: 0, max: null };
  if (players === null) return { known, sum, max };
  return { known: known + 1, sum: sum + players, max: Math.max(max ?? 0, players) };
}

const buildId = (step: PlayerStep, at: string, series: string | number): string => `${step} ${at} ${series}`;

export async function readPlayerCounts(
  store: ViewStore,
  mode: string | null,
  step: PlayerStep,
  from: string,
  to: string,
): Promise<PlayerCountDocument[]> {
  const filter = { series: mode === null ? '' : toSeries(mode), step, at: { $gte: from, $lt: to } };
  return store.find<PlayerCountDocument>('playerCounts', filter, { sort: [['at', 1]] });
}

export async function readServerCounts(
  store: ViewStore,
  serverId: number,
  step: ServerStep,
  from: string,
  to: string,
): Promise<ServerCountDocument[]> {
  const filter = { serverId, step, at: { $gte: from, $lt: to } };
  return store.find<ServerCountDocument>('serverCounts', filter, { sort: [['at', 1]] });
}
