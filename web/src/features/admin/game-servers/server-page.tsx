import { isolateRightToLeft } from '@guildhall/domain/text/direction.js';
import type { GameServerLedger, GameServerRow } from '@guildhall/domain/wire/schemas/staff/game-servers.js';
import { Fragment, useRef, useState, type ReactNode } from 'react';
import type { ListKind } from '../../../queries/pages.js';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { ApiError } from '../../../shared/api/api.js';
import { linkTo } from '../../../shared/paths.js';
import { useParams } from '../../../shared/router.js';
import { LoadError } from '../../../ui/alert.js';
import { Button, ButtonLink } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { PagedRows } from '../../../ui/live-list/paged-rows.js';
import { MemberName } from '../../../ui/member.js';
import { PageHead } from '../../../ui/page/page-head.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { When } from '../../../ui/time/when.js';
import admin from '../shared/admin.module.css';
import { ServerKeyDialog } from './server-key-dialog.js';
import { Connection, describeProgress } from './server-state.js';
import { describeServer, texts } from './texts.js';

type EntryRow = GameServerLedger['entries'][number];

const entries: ListKind<EntryRow, GameServerLedger> = {
  getRows: (body) => body.entries,
  getKey: ({ pos }) => pos,
  size: 50,
  most: 500,
  pollMs: 5_000,
};

export function GameServerPage() {
  const { id = '' } = useParams();
  const list = usePagedList(entries, `/admin/game-servers/${id}/ledger`);
  const [isCreatingKey, setCreatingKey] = useState(false);
  const keyButton = useRef<HTMLButtonElement>(null);
  const { body, error, reload } = list;
  if (error instanceof ApiError && error.status === 404) return <NoServer />;
  if (!body) return error ? <LoadError retry={reload} /> : <Skeleton width="240px" height={28} />;
  const { server, failures } = body;
  const hasConnected = server.status?.contact_at !== null;
  return (
    <>
      <PageHead title={server.name} body={describeServer(server)}>
        <Button ref={keyButton} aria-haspopup="dialog" onClick={() => setCreatingKey(true)}>
          {texts.newKey}
        </Button>
      </PageHead>
      <Facts server={server} />
      {failures.length > 0 && <Failures failures={failures} />}
      <section className="margin-top-32" aria-labelledby="entries">
        <h2 id="entries">{texts.entries}</h2>
        <p className="muted margin-bottom-8">{hasConnected ? texts.entriesBody : texts.noProgram}</p>
        <PagedRows
          list={list}
          getKey={entries.getKey}
          rowHeight={72}
          none={texts.noEntries}
          moreLabel={texts.moreEntries}
        >
          {(row) => <Entry row={row} />}
        </PagedRows>
      </section>
      {isCreatingKey && <ServerKeyDialog row={server} back={keyButton} close={() => setCreatingKey(false)} />}
    </>
  );
}

function Facts({ server: { status } }: { server: GameServerRow }) {
  if (status === null) return null;
  const { acknowledged, acknowledged_at, head, ping } = status;
  const facts: [name: string, value: ReactNode][] = [
    [
      texts.connection,
      <span key="connection" className="line">
        <Connection status={status} />
      </span>,
    ],
    [
      texts.progress,
      head === 0 ? texts.none : `${describeProgress(status)} (${texts.acknowledgedOf(acknowledged, head)})`,
    ],
    [
      texts.lastAcknowledgement,
      acknowledged_at === null ? texts.none : <When key="acknowledged" at={acknowledged_at} />,
    ],
    [texts.ping, ping === null ? texts.notPinged : <Ping key="ping" ping={ping} />],
  ];
  return (
    <dl className={`grid text-14 ${admin['factList']}`}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd className="numbers break-anywhere">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Ping({
  ping: { state, since, checked_at, error },
}: {
  ping: NonNullable<NonNullable<GameServerRow['status']>['ping']>;
}) {
  return (
    <>
      {texts.pingStates[state]} {texts.since} <When at={since} />
      {error !== null && checked_at !== null && (
        <span className="color-danger">
          . {error} (<When at={checked_at} />)
        </span>
      )}
    </>
  );
}

function Failures({ failures }: Pick<GameServerLedger, 'failures'>) {
  return (
    <section className="margin-top-32" aria-labelledby="failures">
      <h2 id="failures" className="margin-bottom-8">
        {texts.failures}
      </h2>
      <ul role="list">
        {failures.map(({ pos, error, at }) => (
          <li key={`${pos} ${at}`} className="border-top padding-y-8">
            <p className="break-anywhere" dir="auto">
              {error || texts.noError}
            </p>
            <p className="muted">
              {texts.entryNumber(pos)} · <When at={at} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Entry({ row }: { row: EntryRow }) {
  const { pos, at, kind, account, member, origin, data, result, error } = row;
  return (
    <li className="row gap-8-16 spread border-top padding-y-8">
      <div className="grid gap-2 shrinkable">
        <p className="break-anywhere">
          <strong>{texts.kinds[kind]}</strong>
          {data.rank !== undefined && <> “{isolateRightToLeft(data.rank)}”</>}: {account?.name ?? texts.erasedAccount}
          {member !== null && (
            <>
              {' '}
              ({texts.memberNamed} <MemberName name={member.username} />)
            </>
          )}
        </p>
        <p className="muted break-anywhere">
          {texts.entryNumber(pos)} · <When at={at} /> · {texts.by(origin)}
          {data.until && (
            <>
              {' '}
              ·{' '}
              <span className="nowrap">
                {texts.until} <When at={data.until} />
              </span>
            </>
          )}
          {data.reason && ` · “${isolateRightToLeft(data.reason)}”`}
        </p>
        {error !== null && <p className="text-14 color-danger break-anywhere">{error || texts.noError}</p>}
      </div>
      <span className="badge" data-state={result === 'acknowledged' ? 'resolved' : undefined}>
        {texts.results[result]}
      </span>
    </li>
  );
}

function NoServer() {
  return (
    <>
      <PageHead title={texts.serverNotFound} />
      <EmptyState>
        <ButtonLink to={linkTo('adminGameServers')}>{texts.toServers}</ButtonLink>
      </EmptyState>
    </>
  );
}
