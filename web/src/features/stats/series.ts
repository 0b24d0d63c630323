import type { GrowthPoint, PlayersPoint } from '@guildhall/domain/wire/schemas/site/statistics.js';
import { createDateFormats } from '../../shared/dates.js';

/** The server counts by days and hours in UTC, so this page shows all times in UTC. */
export const utc = createDateFormats('UTC');

export interface PlotData {
  times: Date[];
  series: { name: string; values: (number | null)[] }[];
}

export function summarizePlayers(
  points: readonly PlayersPoint[],
): { average: number; most: number; at: string } | null {
  const measuredPoints = points.filter(({ average, max }) => average !== null && max !== null);
  if (measuredPoints.length === 0) return null;
  const sum = measuredPoints.reduce((total, { average }) => total + (average ?? 0), 0);
  const peak = measuredPoints.reduce((one, other) => ((other.max ?? 0) > (one.max ?? 0) ? other : one));
  return { average: Math.round((10 * sum) / measuredPoints.length) / 10, most: peak.max ?? 0, at: peak.at };
}

export type GrowthField = Exclude<keyof GrowthPoint, 'at'>;

export function sumField(points: readonly GrowthPoint[], field: GrowthField): number {
  return points.reduce((total, point) => total + point[field], 0);
}

export const toNoon = (day: string): Date => new Date(`${day}T12:00Z`);
