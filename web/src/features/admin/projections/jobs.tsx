import type { ProjectionsResponse } from '@guildhall/domain/wire/schemas/staff/projections.js';
import type { ReactNode } from 'react';
import { send } from '../../../shared/api/api.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { Button } from '../../../ui/button.js';
import { Alert } from '../../../ui/alert.js';
import styles from './projections.module.css';
import { LastOutcome } from './reports.js';
import { texts } from './texts.js';

const formatNumber = (count: number): string => count.toLocaleString('nl-NL');

export type Job = 'rebuild' | 'verify';

/** `previousEnd` is the time when the previous job ended. */
export interface Order {
  job: Job;
  previousEnd: string | null;
}

const getEnd = (job: Job, status: ProjectionsResponse): string | null =>
  (job === 'rebuild' ? status.lastRebuild : status.lastVerify)?.at ?? null;

export function findRunningJob(status: ProjectionsResponse, order: Order | null): Job | null {
  if (status.work !== null || order === null) return status.work;
  return getEnd(order.job, status) === order.previousEnd ? order.job : null;
}

interface JobsProps {
  status: ProjectionsResponse;
  order: Order | null;
  setOrder: (order: Order) => void;
}

export function Jobs({ status, order, setOrder }: JobsProps) {
  const { busy, fault, run } = useMutation(texts.failed);
  const runningJob = findRunningJob(status, order);
  const start = (job: Job) =>
    void run(job, async (key) => {
      await send('POST', `/admin/projections/${job}`, key);
      setOrder({ job, previousEnd: getEnd(job, status) });
    });
  const sharedProps = { running: runningJob, start, busy: busy || runningJob !== null };
  return (
    <>
      {fault !== null && <Alert kind="error">{fault}</Alert>}
      <div className={`grid gap-32 ${styles['jobCards']}`}>
        <JobCard job="rebuild" {...sharedProps}>
          {runningJob === 'rebuild' && <Rebuilding progress={status.progress} />}
          <LastOutcome title={texts.lastRebuild} outcome={status.lastRebuild} />
        </JobCard>
        <JobCard job="verify" {...sharedProps}>
          {runningJob === 'verify' && <p role="status">{texts.verifying}</p>}
          <LastOutcome title={texts.lastVerify} outcome={status.lastVerify} />
        </JobCard>
      </div>
    </>
  );
}

interface JobCardProps {
  job: Job;
  running: Job | null;
  busy: boolean;
  start: (job: Job) => void;
  children: ReactNode;
}

function JobCard({ job, running, busy, start, children }: JobCardProps) {
  return (
    <section aria-labelledby={`job-${job}`} className={`stack ${styles['job']}`}>
      <h2 id={`job-${job}`}>{texts[job]}</h2>
      <p className="muted">{texts[`${job}Body`]}</p>
      <div>
        <Button aria-disabled={busy} onClick={() => !busy && start(job)}>
          {texts[job]}
        </Button>
        {running !== null && running !== job && <span className="muted"> {texts.busy[running]}</span>}
      </div>
      {children}
    </section>
  );
}

function Rebuilding({ progress }: { progress: ProjectionsResponse['progress'] }) {
  if (!progress) return <p role="status">{texts.beginning}</p>;
  const { phase, done, eventsPerSecond } = progress;
  return (
    <div className="flow spread gap-4-16 text-14">
      <span role="status">{texts.phases[phase]}</span>
      <span className="numbers">{texts.progress(formatNumber(done), formatNumber(eventsPerSecond))}</span>
    </div>
  );
}
