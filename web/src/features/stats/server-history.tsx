import type { ServerPoint } from '@guildhall/domain/wire/schemas/site/servers.js';
import { useMemo } from 'react';
import { useResponse } from '../../queries/use-response.js';
import { EmptyState } from '../../ui/empty-state.js';
import { AsyncContent } from '../../ui/loading/async-content.js';
import { Plot } from './plot.js';
import { toNoon, summarizePlayers, utc } from './series.js';
import styles from './stats.module.css';
import { texts } from './texts.js';

const height = 380;

export function ServerHistory({ serverId }: { serverId: number }) {
  const response = useResponse<ServerPoint[]>(`/stats/servers/${serverId}/history`);
  return (
    <AsyncContent answer={response} height={height}>
      {(points) =>
        points.some(({ uptime }) => uptime !== null) ? (
          <div className="grid one-column gap-12 margin-top-12">
            <Uptime points={points} />
            <PlayersPerDay points={points} />
          </div>
        ) : (
          <EmptyState>{texts.nothing}</EmptyState>
        )
      }
    </AsyncContent>
  );
}

function Uptime({ points }: { points: readonly ServerPoint[] }) {
  const uptimes = points.flatMap(({ uptime }) => uptime ?? []);
  const share = uptimes.reduce((sum, uptime) => sum + uptime, 0) / uptimes.length;
  const summary = texts.uptime(formatShare(share), uptimes.length);
  return (
    <div>
      <p className="muted margin-bottom-8">{summary}</p>
      <div className={`flex ${styles['uptime']}`} role="img" aria-label={summary}>
        {points.map(({ at, uptime }) => (
          <span key={at} className={styles[chooseLevel(uptime)]} title={formatTitle(at, uptime)} />
        ))}
      </div>
    </div>
  );
}

function chooseLevel(uptime: number | null): 'noUptime' | 'fullUptime' | 'partUptime' | 'lowUptime' {
  if (uptime === null) return 'noUptime';
  if (uptime >= 0.99) return 'fullUptime';
  return uptime >= 0.9 ? 'partUptime' : 'lowUptime';
}

const formatTitle = (at: string, uptime: number | null): string =>
  `${utc.dateOnly(new Date(at))}: ${uptime === null ? texts.unknown : formatShare(uptime)}`;

/** Rounds down so that 100 % means no interruption at all. */
const formatShare = (share: number): string =>
  `${(Math.floor(share * 1_000) / 10).toLocaleString('nl-NL', { maximumFractionDigits: 1 })}%`;

function PlayersPerDay({ points }: { points: readonly ServerPoint[] }) {
  const data = useMemo(
    () => ({
      times: points.map(({ at }) => toNoon(at.slice(0, 10))),
      series: [{ name: texts.players, values: points.map(({ average }) => average) }],
    }),
    [points],
  );
  const facts = summarizePlayers(points);
  if (!facts) return null;
  const summary = texts.playersSummary(
    facts.average.toLocaleString('nl-NL'),
    facts.most,
    utc.dateOnly(new Date(facts.at)),
  );
  return <Plot data={data} summary={summary} kind="bars" formatTime={utc.dateOnly} />;
}
