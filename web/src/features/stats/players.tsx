import { can } from '@guildhall/domain/permissions.js';
import type { PlayersPoint } from '@guildhall/domain/wire/schemas/site/statistics.js';
import { useMemo, useState } from 'react';
import { linkTo } from '../../shared/paths.js';
import { Link } from '../../shared/router.js';
import { useActor } from '../../shared/state/session.js';
import { useSite } from '../../shared/state/site.js';
import { ButtonLink } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Skeleton } from '../../ui/skeleton.js';
import { AsyncContent } from '../../ui/loading/async-content.js';
import { useResponse } from '../../queries/use-response.js';
import type { Mode } from './modes.js';
import { Plot } from './plot.js';
import { RangeSection } from './range-section.js';
import { summarizePlayers, utc, type PlotData } from './series.js';
import styles from './stats.module.css';
import { texts } from './texts.js';

const weekMs = 7 * 86_400_000;
const ranges = ['day', 'week', 'month'] as const;
type Range = (typeof ranges)[number];
/** The combined height of plot, text and table in pixels, which is reserved while they load. */
const height = 348;

export function Players({ mode }: { mode: Mode }) {
  return (
    <RangeSection name="range" title={texts.players} ranges={ranges} names={texts.ranges}>
      {(range) => (
        <>
          <CurrentPlayers mode={mode} />
          <PlayersOverTime key={range} mode={mode} range={range} />
        </>
      )}
    </RangeSection>
  );
}

function CurrentPlayers({ mode: { series } }: { mode: Mode }) {
  const { pos, players, modes } = useSite();
  const canSet = can(useActor(), 'manage-settings');
  if (pos === null) return <Skeleton width="200px" height={20} />;
  const mode = modes.find(({ mode }) => mode === series);
  const isCounted = series === null ? players.counted : mode !== undefined;
  if (!isCounted) {
    return canSet ? (
      <p className="muted">
        {texts.notCounted} <Link to={linkTo('adminSettings')}>{texts.setUp}</Link>
      </p>
    ) : null;
  }
  const count = series === null ? players.count : (mode?.players ?? 0);
  const since = (series === null ? players : mode)?.unknown_since ?? null;
  return (
    <p className="row numbers semibold">
      <span className={`dot ${since === null ? 'live' : 'unknown'}`} aria-hidden="true" />
      <span>{texts.now(count)}</span>
      {since !== null && <span className="muted">({texts.unknownSince(utc.dateAndTime(new Date(since)))})</span>}
    </p>
  );
}

function PlayersOverTime({ mode, range }: { mode: Mode; range: Range }) {
  const [address] = useState(() => buildAddress(mode, range, Date.now()));
  const response = useResponse<PlayersPoint[]>(address);
  return (
    <AsyncContent answer={response} height={height}>
      {(points) => <PlayersPlot points={points} range={range} mode={mode} />}
    </AsyncContent>
  );
}

function buildAddress({ series }: Mode, range: Range, now: number): string {
  const step = range === 'day' ? '5m' : '1h';
  const mode = series === null ? '' : `&mode=${encodeURIComponent(series)}`;
  const from = range === 'week' ? `&from=${new Date(now - weekMs).toISOString()}` : '';
  return `/stats/players?step=${step}${mode}${from}`;
}

function PlayersPlot({ points, range, mode }: { points: readonly PlayersPoint[]; range: Range; mode: Mode }) {
  const data = useMemo(() => toPlotData(points), [points]);
  const facts = summarizePlayers(points);
  if (!facts) return <NoData mode={mode} />;
  const now = new Date();
  const formatTime = (time: Date) => (range === 'day' ? utc.clock(time) : utc.shortDate(time, now));
  const summary = texts.playersSummary(
    facts.average.toLocaleString('nl-NL'),
    facts.most,
    utc.shortDate(new Date(facts.at), now),
  );
  return <Plot data={data} summary={summary} kind="line" formatTime={formatTime} />;
}

function toPlotData(points: readonly PlayersPoint[]): PlotData {
  return {
    times: points.map(({ at }) => new Date(at)),
    series: [{ name: texts.players, values: points.map(({ average }) => average) }],
  };
}

function NoData({ mode: { series } }: { mode: Mode }) {
  return (
    <div className={`grid ${styles['emptyPlot']}`}>
      <EmptyState>
        {series === null ? (
          <>
            <p>{texts.nothing}</p>
            <p>{texts.nothingHint}</p>
          </>
        ) : (
          <>
            <p>{texts.nothingOfMode}</p>
            <p className={styles['hint']}>{texts.nothingOfModeHint}</p>
            <ButtonLink to={linkTo('stats', { mode: 'global' })}>{texts.toGlobal}</ButtonLink>
          </>
        )}
      </EmptyState>
    </div>
  );
}
