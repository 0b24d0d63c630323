import type { PlayersPoint } from '@guildhall/domain/wire/schemas/site/statistics.js';

interface Spot {
  x: number;
  y: number;
}

/** Splits the plot at gaps in the data. Each line has at least two points, and larger values are nearer the top. */
export function buildSparkline(points: readonly PlayersPoint[], width: number, height: number): Spot[][] {
  const maxPlayers = Math.max(1, ...points.map(({ average }) => average ?? 0));
  const step = width / Math.max(1, points.length - 1);
  const lines: Spot[][] = [[]];
  points.forEach(({ average }, index) => {
    if (average === null) lines.push([]);
    else
      lines
        .at(-1)
        ?.push({ x: roundToTenth(index * step), y: roundToTenth(height - (average / maxPlayers) * (height - 4)) });
  });
  return lines.filter((line) => line.length > 1);
}

const roundToTenth = (value: number): number => Math.round(value * 10) / 10;
