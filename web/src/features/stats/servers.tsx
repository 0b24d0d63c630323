import { toModeKey } from '@guildhall/domain/status/game-modes.js';
import type { ServerRow, ServersResponse } from '@guildhall/domain/wire/schemas/site/servers.js';
import { serversTopic } from '@guildhall/domain/wire/topics.js';
import { useEffect, useState } from 'react';
import { get } from '../../shared/api/api.js';
import { openLiveList } from '../../shared/state/live-list.js';
import { GameText } from '../../ui/game-text/game-text.js';
import type { Mode } from './modes.js';
import { utc } from './series.js';
import { ServerHistory } from './server-history.js';
import styles from './stats.module.css';
import { texts } from './texts.js';

/** Shows the mode's game servers, or all of them. Renders nothing if there are none. */
export function Servers({ mode: { series } }: { mode: Mode }) {
  const all = useServers();
  const servers =
    series === null ? all : all.filter(({ mode }) => mode !== null && toModeKey(mode) === toModeKey(series));
  if (servers.length === 0) return null;
  return (
    <section aria-labelledby="servers">
      <h2 id="servers" className="margin-bottom-8">
        {texts.servers}
      </h2>
      <ul role="list" className={`grid gap-12 ${styles['servers']}`}>
        {servers.map((server) => (
          <Server key={server.id} server={server} />
        ))}
      </ul>
    </section>
  );
}

function useServers(): readonly ServerRow[] {
  const [servers, setServers] = useState<readonly ServerRow[]>([]);
  useEffect(() => {
    const list = openLiveList({
      read: (signal) => get<ServersResponse>('/stats/servers', signal),
      show({ body, position }) {
        setServers(body.servers);
        return { topics: [serversTopic], position };
      },
      apply(rows) {
        for (const row of rows) if (row.kind === 'servers') setServers(row.servers);
      },
      fail: () => true,
    });
    return list.stop;
  }, []);
  return servers;
}

function Server({ server }: { server: ServerRow }) {
  const { id, name, pinged, icon, description } = server;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className={`grid one-column card bg-raised gap-12 ${styles['server']}`}>
      <div className="line gap-12">
        {icon !== null && (
          <img className="rounded-small no-shrink pixelated" src={icon} alt="" width={48} height={48} />
        )}
        <div className="grow">
          <h3 className="break-anywhere">{name}</h3>
          <State server={server} />
        </div>
      </div>
      {description.length > 0 && <GameText parts={description} />}
      {pinged && (
        <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
          <summary className={`disclosure text-14 ${styles['tableToggle']}`}>{texts.serverHistory}</summary>
          {isOpen && <ServerHistory serverId={id} />}
        </details>
      )}
    </li>
  );
}

const dots = { online: 'live', unknown: 'unknown' } as const;

function State({ server }: { server: ServerRow }) {
  const {
    state,
    since,
    players,
    max_players: max,
    reported_players: reportedPlayers,
    version,
    latency_ms: latency,
  } = server;
  const isOnline = state === 'online';
  const time = utc.dateAndTime(new Date(since));
  const facts = [
    isOnline && players !== null && texts.serverPlayers(players, max),
    reportedPlayers !== null && reportedPlayers !== players && texts.reportedPlayers(reportedPlayers),
    version,
    isOnline && latency !== null && texts.latency(latency),
  ];
  return (
    <>
      <p className="row gap-4-8 numbers">
        <span className={`dot ${state === 'offline' ? styles['offline'] : dots[state]}`} aria-hidden="true" />
        <span className="semibold">{texts.serverStates[state]}</span>
        {!isOnline && <span className="muted">{texts.since(time)}</span>}
      </p>
      <p className="muted numbers break-anywhere">{facts.filter(Boolean).join(' · ')}</p>
    </>
  );
}
