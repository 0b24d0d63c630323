import type { GrowthPoint } from '@guildhall/domain/wire/schemas/site/statistics.js';
import { useMemo, useState } from 'react';
import { EmptyState } from '../../ui/empty-state.js';
import { AsyncContent } from '../../ui/loading/async-content.js';
import { useResponse } from '../../queries/use-response.js';
import { Plot } from './plot.js';
import { RangeSection } from './range-section.js';
import { toNoon, sumField, utc, type GrowthField } from './series.js';
import styles from './stats.module.css';
import { texts } from './texts.js';

const dayMs = 86_400_000;
const ranges = ['30', '90', '365'] as const;
const height = 348;

export function Growth() {
  return (
    <RangeSection name="days" title={texts.growth} ranges={ranges} names={texts.growthRanges}>
      {(days) => <GrowthOverTime key={days} days={Number(days)} />}
    </RangeSection>
  );
}

function GrowthOverTime({ days }: { days: number }) {
  const [from] = useState(() => new Date(Date.now() - (days - 1) * dayMs).toISOString().slice(0, 10));
  const response = useResponse<GrowthPoint[]>(`/stats/growth?from=${from}`);
  return (
    <AsyncContent answer={response} height={2 * height}>
      {(points) => (
        <div className={`grid ${styles['plotPair']}`}>
          <GrowthPlot
            title={texts.registrations}
            points={points}
            plotSeries={registration}
            summary={texts.registrationsSummary(sumField(points, 'registered'), days)}
          />
          <GrowthPlot
            title={texts.posts}
            points={points}
            plotSeries={writing}
            summary={texts.postsSummary(sumField(points, 'threads'), sumField(points, 'replies'), days)}
          />
        </div>
      )}
    </AsyncContent>
  );
}

type PlotSeries = readonly { of: GrowthField; name: string }[];
const registration: PlotSeries = [{ of: 'registered', name: texts.registered }];
const writing: PlotSeries = [
  { of: 'replies', name: texts.replies },
  { of: 'threads', name: texts.threads },
];

interface GrowthPlotProps {
  title: string;
  points: readonly GrowthPoint[];
  plotSeries: PlotSeries;
  summary: string;
}

function GrowthPlot({ title, points, plotSeries, summary }: GrowthPlotProps) {
  const data = useMemo(
    () => ({
      times: points.map(({ at }) => toNoon(at)),
      series: plotSeries.map(({ of, name }) => ({ name, values: points.map((point) => point[of]) })),
    }),
    [points, plotSeries],
  );
  const isEmpty = plotSeries.every(({ of }) => sumField(points, of) === 0);
  return (
    <div className={`grid shrinkable ${styles['growth']}`}>
      <div className={`row spread ${styles['growthHead']}`}>
        <h3>{title}</h3>
        {plotSeries.length > 1 && <Legend plotSeries={plotSeries} />}
      </div>
      {isEmpty ? (
        <div className={`grid ${styles['emptyPlot']}`}>
          <EmptyState>{texts.noGrowth}</EmptyState>
        </div>
      ) : (
        <Plot data={data} summary={summary} kind={plotSeries.length > 1 ? 'line' : 'bars'} formatTime={utc.dateOnly} />
      )}
    </div>
  );
}

function Legend({ plotSeries }: { plotSeries: PlotSeries }) {
  return (
    <ul role="list" className={`flow gap-4-16 text-13 color-muted ${styles['legend']}`}>
      {plotSeries.map(({ of, name }) => (
        <li key={of}>
          <span className={`rounded-small ${styles['key']}`} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  );
}
