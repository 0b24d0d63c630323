import type { PlayersPoint } from '@guildhall/domain/wire/schemas/site/statistics.js';
import styles from './home.module.css';
import { buildSparkline } from './sparkline-lines.js';
import { texts } from './texts.js';

const width = 400;
const height = 64;

export function Sparkline({ points }: { points: PlayersPoint[] }) {
  const averages = points.flatMap(({ average }) => (average === null ? [] : [average]));
  const lines = buildSparkline(points, width, height);
  if (averages.length === 0 || lines.length === 0) return <p className="faint">{texts.noCounts}</p>;
  const [min, max] = [Math.round(Math.min(...averages)), Math.round(Math.max(...averages))];
  return (
    <svg
      className={`full-width ${styles['sparkline']}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={texts.dayInWords(min, max)}
    >
      {lines.map((line) => (
        <g key={line[0]?.x}>
          <polygon points={`${formatPoints(line)} ${line.at(-1)?.x},${height} ${line[0]?.x},${height}`} />
          <polyline points={formatPoints(line)} />
        </g>
      ))}
    </svg>
  );
}

const formatPoints = (line: { x: number; y: number }[]): string => line.map(({ x, y }) => `${x},${y}`).join(' ');
