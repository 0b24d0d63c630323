import type { ServerStatusResponse } from '@guildhall/domain/wire/schemas/staff/server-status.js';
import { Fragment } from 'react';
import { useServerStatus } from '../shared/server-status.js';
import styles from './projections.module.css';
import { texts } from './texts.js';

const pollMs = 5_000;
const { figures } = texts;

export function ServerFigures() {
  const status = useServerStatus(pollMs);
  if (!status) return null;
  return (
    <section aria-labelledby="server-figures">
      <h2 id="server-figures" className="margin-bottom-8">
        {figures.title}
      </h2>
      <p className="muted">{figures.body}</p>
      <dl className={`grid text-14 ${styles['facts']}`}>
        {rowsOf(status).map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd className="numbers">{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

function rowsOf(status: ServerStatusResponse): [name: string, value: string][] {
  const reading = (value: number | null, unit: (n: number) => string = grouped) =>
    value === null ? figures.unknown : unit(value);
  return [
    [figures.up, figures.hours(Math.floor(status.up_seconds / 3600), Math.floor(status.up_seconds / 60) % 60)],
    [figures.requests, figures.failed(grouped(status.requests), grouped(status.failed_requests))],
    [figures.appends, grouped(status.appends)],
    [figures.lag, reading(status.projection_lag_seconds, (n) => figures.seconds(n.toFixed(1)))],
    [figures.sockets, reading(status.live_sockets)],
    [figures.passwords, reading(status.passwords_waiting)],
    [figures.pictures, reading(status.pictures_waiting)],
    [figures.mailsWaiting, reading(status.mails_waiting)],
    status.mail_delivery === 'smtp'
      ? [figures.mails, figures.failed(grouped(status.mails_sent), grouped(status.mails_failed))]
      : [figures.mailsWritten, figures.failed(grouped(status.mails_written), grouped(status.mails_failed))],
    [figures.memory, figures.megabytes(grouped(Math.round(status.memory_bytes / 2 ** 20)))],
  ];
}

const grouped = (n: number) => n.toLocaleString('en');
