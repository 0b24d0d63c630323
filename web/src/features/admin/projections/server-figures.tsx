import type { ServerStatusResponse } from '@guildhall/domain/wire/schemas/staff/server-status.js';
import { Fragment } from 'react';
import admin from '../shared/admin.module.css';
import { useServerStatus } from '../shared/server-status.js';
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
      <dl className={`grid text-14 ${admin['factList']}`}>
        {buildRows(status).map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd className="numbers">{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

function buildRows(status: ServerStatusResponse): [name: string, value: string][] {
  const formatFigure = (value: number | null, unit: (n: number) => string = formatCount) =>
    value === null ? figures.unknown : unit(value);
  return [
    [figures.up, figures.hours(Math.floor(status.up_seconds / 3600), Math.floor(status.up_seconds / 60) % 60)],
    [figures.requests, figures.failed(formatCount(status.requests), formatCount(status.failed_requests))],
    [figures.appends, formatCount(status.appends)],
    [figures.lag, formatFigure(status.projection_lag_seconds, (n) => figures.seconds(n.toFixed(1)))],
    [figures.sockets, formatFigure(status.live_sockets)],
    [figures.passwords, formatFigure(status.passwords_waiting)],
    [figures.pictures, formatFigure(status.pictures_waiting)],
    [figures.mailsWaiting, formatFigure(status.mails_waiting)],
    status.mail_delivery === 'smtp'
      ? [figures.mails, figures.failed(formatCount(status.mails_sent), formatCount(status.mails_failed))]
      : [figures.mailsWritten, figures.failed(formatCount(status.mails_written), formatCount(status.mails_failed))],
    [figures.memory, figures.megabytes(formatCount(Math.round(status.memory_bytes / 2 ** 20)))],
  ];
}

const formatCount = (n: number) => n.toLocaleString('en');
