import type { StatusEvent } from '@guildhall/domain/status/events.js';
import { viewOf, type Change, type Get } from '../../view.js';
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

const toSeries = (mode: string): string => mode.toLowerCase();

export function startOfStep(step: PlayerStep, slot: string): string {
  if (step === '5m') return slot;
  return step === '1h' ? `${slot.slice(0, 13)}:00:00.000Z` : `${slot.slice(0, 10)}T00:00:00.000Z`;
}

export const playerCountsView = viewOf(
  { playerCounts: { indexes: [['series', 'step', 'at']] } },
  {
    'PlayersCounted.v1': ({ data }, get) =>
      countsIn(data)
        .filter(([series]) => get('playerCounts', buildId('5m', data.slot, series)) === null)
        .flatMap(([series, players]) => playerSteps.map((step) => addCount(step, data.slot, series, players, get))),
  },
);

function countsIn({ players, modes }: StatusEvent['data']): [series: string, players: number | null][] {
  const ofModes = Object.entries(modes).map(([mode, count]): [string, number | null] => [toSeries(mode), count]);
  return [...new Map<string, number | null>([['', players], ...ofModes])];
}

function addCount(step: PlayerStep, slot: string, series: string, players: number | null, get: Get): Change {
  const at = startOfStep(step, slot);
  const id = buildId(step, at, series);
  const before = get<PlayerCountDocument>('playerCounts', id) ?? { known: 0, sum: 0, max: null };
  const after =
    players === null
      ? { known: before.known, sum: before.sum, max: before.max }
      : { known: before.known + 1, sum: before.sum + players, max: Math.max(before.max ?? 0, players) };
  return { collection: 'playerCounts', document: { id, series, step, at, ...after } };
}

const buildId = (step: PlayerStep, at: string, series: string): string => `${step} ${at} ${series}`;

export async function playerCounts(
  store: ViewStore,
  mode: string | null,
  step: PlayerStep,
  from: string,
  to: string,
): Promise<PlayerCountDocument[]> {
  const filter = { series: mode === null ? '' : toSeries(mode), step, at: { $gte: from, $lt: to } };
  return store.find<PlayerCountDocument>('playerCounts', filter, { sort: [['at', 1]] });
}
