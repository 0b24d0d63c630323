import type { ProjectionsResponse } from '@guildhall/domain/wire/schemas/staff/projections.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../../queries/client.js';
import { get } from '../../../shared/api/api.js';
import { Alert, LoadError } from '../../../ui/alert.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { PageHead } from '../../../ui/page/page-head.js';
import admin from '../shared/admin.module.css';
import { MailAlert } from '../shared/server-status.js';
import { Jobs, findRunningJob, type Order } from './jobs.js';
import { SkippedEvents } from './reports.js';
import { ServerFigures } from './server-figures.js';
import { texts } from './texts.js';

const busyPollMs = 500;
const idlePollMs = 4_000;

export function ProjectionsPage() {
  const [order, setOrder] = useState<Order | null>(null);
  const {
    data: status,
    isError: hasFailed,
    refetch,
  } = useQuery(
    {
      queryKey: ['projections'],
      queryFn: async () => (await get<ProjectionsResponse>('/admin/projections')).body,
      refetchInterval: ({ state: { data } }) => (data && findRunningJob(data, order) ? busyPollMs : idlePollMs),
    },
    queryClient,
  );
  return (
    <>
      <PageHead title={texts.title} body={texts.body} />
      <div className={admin['alerts']}>
        <MailAlert />
        <Faults />
      </div>
      {hasFailed && status && <Alert kind="error">{texts.stuck}</Alert>}
      {hasFailed && !status && <LoadError retry={refetch} />}
      {!hasFailed && !status && <Skeleton width="100%" height={260} />}
      {status && (
        <div className="grid gap-32">
          <Status status={status} />
          <Jobs status={status} order={order} setOrder={setOrder} />
          <ServerFigures />
          {status.poison.length > 0 && (
            <SkippedEvents title={texts.poison} body={texts.poisonBody} events={status.poison} />
          )}
          {status.reactions.map(
            ({ name, skipped }) =>
              skipped.length > 0 && (
                <SkippedEvents key={name} title={texts.reaction(name)} body={texts.reactionBody} events={skipped} />
              ),
          )}
        </div>
      )}
    </>
  );
}

/** `/ready` needs no session, so it works while accounts are unavailable. */
function Faults() {
  const { data: faults = [] } = useQuery(
    {
      queryKey: ['server', 'faults'],
      queryFn: async () => ((await (await fetch('/ready')).json()) as { faults: string[] }).faults,
      refetchInterval: idlePollMs,
    },
    queryClient,
  );
  return faults.map((fault) => (
    <Alert key={fault} kind="error">
      {fault}
    </Alert>
  ));
}

function Status({ status }: { status: ProjectionsResponse }) {
  const { state, generation, checkpoint, head, poison } = status;
  const lag = head === null ? texts.lagUnknown : head === checkpoint ? texts.upToDate : texts.behind;
  // A newer server may send states that this version does not know.
  const stateLabel = state in texts.states ? texts.states[state as keyof typeof texts.states] : state;
  return (
    <section aria-labelledby="views-status">
      <h2 id="views-status" className="margin-bottom-8">
        {texts.status}
      </h2>
      <dl className={`grid text-14 ${admin['factList']}`}>
        <dt>{texts.state}</dt>
        <dd className={state === 'following' || state === 'paused' ? 'color-success' : 'color-danger'}>{stateLabel}</dd>
        <dt>{texts.lag}</dt>
        <dd>{lag}</dd>
        <dt>{texts.checkpoint}</dt>
        <dd className="code">{checkpoint}</dd>
        <dt>{texts.head}</dt>
        <dd className="code">{head ?? texts.headUnknown}</dd>
        <dt>{texts.generation}</dt>
        <dd className="numbers">{generation}</dd>
        <dt>{texts.skipped}</dt>
        <dd className={poison.length > 0 ? 'color-danger' : undefined}>{poison.length || texts.noneSkipped}</dd>
      </dl>
    </section>
  );
}
