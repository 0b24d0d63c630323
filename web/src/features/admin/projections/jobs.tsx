import { Progress } from '@base-ui/react/progress';
import type { ProjectionsResponse } from '@guildhall/domain/wire/schemas/staff/projections.js';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.js';
import { Alert } from '../../../ui/alert.js';
import styles from './projections.module.css';
import { LastOutcome } from './reports.js';
import { startJob, useProjections, type Job } from './store.js';
import { texts } from './texts.js';

const numberOf = (count: number): string => count.toLocaleString('nl-NL');

/** Only one job runs at a time. */
export function Jobs({ status }: { status: ProjectionsResponse }) {
  const { ordered, fault } = useProjections();
  const running = status.work ?? ordered?.job ?? null;
  return (
    <>
      {fault !== null && <Alert kind="error">{fault}</Alert>}
      <div className={`grid gap-32 ${styles['jobs']}`}>
        <JobCard job="rebuild" running={running}>
          {running === 'rebuild' && <Rebuilding progress={status.progress} />}
          <LastOutcome title={texts.lastRebuild} outcome={status.lastRebuild} />
        </JobCard>
        <JobCard job="verify" running={running}>
          {running === 'verify' && <p role="status">{texts.verifying}</p>}
          <LastOutcome title={texts.lastVerify} outcome={status.lastVerify} />
        </JobCard>
      </div>
    </>
  );
}

function JobCard({ job, running, children }: { job: Job; running: Job | null; children: ReactNode }) {
  const busy = running !== null;
  return (
    <section aria-labelledby={`job-${job}`} className={`stack ${styles['job']}`}>
      <h2 id={`job-${job}`}>{texts[job]}</h2>
      <p className="muted">{texts[`${job}Body`]}</p>
      <div>
        <Button aria-disabled={busy} onClick={() => !busy && void startJob(job, crypto.randomUUID())}>
          {texts[job]}
        </Button>
        {busy && running !== job && <span className="muted"> {texts.busy[running]}</span>}
      </div>
      {children}
    </section>
  );
}

function Rebuilding({ progress }: { progress: ProjectionsResponse['progress'] }) {
  if (!progress) return <p role="status">{texts.beginning}</p>;
  const { phase, done, total, eventsPerSecond } = progress;
  // `total` is an estimate: more events may have been written since.
  const all = total === undefined ? null : Math.max(total, done, 1);
  const counted = texts.progress(numberOf(done), all === null ? null : numberOf(all), numberOf(eventsPerSecond));
  return (
    <Progress.Root value={all === null ? null : done} max={all ?? 100} getAriaValueText={() => counted}>
      <div className={`flow spread text-14 ${styles['progressHead']}`}>
        <Progress.Label>{texts.phases[phase]}</Progress.Label>
        <span className="numbers">{counted}</span>
      </div>
      <Progress.Track className={`bg-overlay rounded-small ${styles['track']}`}>
        <Progress.Indicator className={styles['indicator']} />
      </Progress.Track>
    </Progress.Root>
  );
}
