import type { PlayersPoint } from '@guildhall/domain/wire/schemas/site/statistics.js';
import styles from './home.module.css';
import { linesOf } from './sparkline-lines.js';
import { texts } from './texts.js';

const width = 400;
const height = 64;

export function Sparkline({ points }: { points: PlayersPoint[] }) {
  const known = points.flatMap(({ average }) => (average === null ? [] : [average]));
  const lines = linesOf(points, width, height);
  if (known.length === 0 || lines.length === 0) return <p className="faint">{texts.noCounts}</p>;
  const [least, maxPlayers] = [Math.round(Math.min(...known)), Math.round(Math.max(...known))];
  return (
    <svg
      className={`full-width ${styles['sparkline']}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={texts.dayInWords(least, maxPlayers)}
    >
      {lines.map((line) => (
        <g key={line[0]?.x}>
          <polygon points={`${written(line)} ${line.at(-1)?.x},${height} ${line[0]?.x},${height}`} />
          <polyline points={written(line)} />
        </g>
      ))}
    </svg>
  );
}

const written = (line: { x: number; y: number }[]): string => line.map(({ x, y }) => `${x},${y}`).join(' ');
