import { useEffect, useRef, useState } from 'react';
import { drawPlot, type PlotColours } from './draw-plot.js';
import type { PlotData } from './series.js';
import table from '../../ui/table/table.module.css';
import styles from './stats.module.css';
import { texts } from './texts.js';

interface PlotProps {
  data: PlotData;
  summary: string;
  kind: 'line' | 'bars';
  formatTime: (time: Date) => string;
}

const seriesColours: readonly PlotColours[] = [
  { stroke: '--color-chart-line', fill: '--color-chart-fill' },
  { stroke: '--color-info' },
];
const barLooks: readonly PlotColours[] = [
  { stroke: '--color-chart-line', fill: '--color-chart-line' },
  { stroke: '--color-info', fill: '--color-info' },
];

export function Plot({ data, summary, kind, formatTime }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const [point, setPoint] = useState<number | null>(null);
  useEffect(() => {
    if (!box.current) return;
    return drawPlot(box.current, { data, kind, looks: kind === 'bars' ? barLooks : seriesColours, onPoint: setPoint });
  }, [data, kind]);
  return (
    <>
      <p className="muted">{summary}</p>
      <p className={`hint numbers ${styles['readout']}`} aria-hidden="true">
        {point !== null && data.times[point] && (
          <>
            {formatTime(data.times[point])}:{' '}
            {data.series.map(({ name, values }) => `${name} ${values[point] ?? texts.unknown}`).join(' · ')}
          </>
        )}
      </p>
      <div ref={box} className={styles['plot']} role="img" aria-label={summary} />
      <Table data={data} formatTime={formatTime} />
    </>
  );
}

function Table({ data: { times, series }, formatTime }: Pick<PlotProps, 'data' | 'formatTime'>) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={`disclosure text-14 ${styles['tableToggle']}`}>{texts.table}</summary>
      {open && (
        <div className={`framed ${styles['tableBox']}`} role="region" aria-label={texts.table} tabIndex={0}>
          <table className={table['table']}>
            <thead>
              <tr>
                <th scope="col">{texts.time}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times.map((time, index) => (
                <tr key={time.getTime()}>
                  <th scope="row">{formatTime(time)}</th>
                  {series.map(({ name, values }) => (
                    <td key={name}>{values[index] ?? texts.unknown}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
