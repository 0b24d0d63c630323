import type { ProjectionsResponse } from '@guildhall/domain/wire/schemas/staff/projections.js';
import { useEffect } from 'react';
import { Alert, LoadError } from '../../ui/alert.js';
import { Skeleton } from '../../ui/skeleton.js';
import { PageHead } from '../../ui/page/page-head.js';
import admin from '../admin-shared/admin.module.css';
import { MailAlert } from '../admin-shared/mail-alert.js';
import { Jobs } from './jobs.js';
import styles from './projections.module.css';
import { SkippedEvents } from './reports.js';
import { ServerFigures } from './server-figures.js';
import { loadStatus, useProjections, watchProjections } from './store.js';
import { texts } from './texts.js';

/** The state of the views, with the means to rebuild them and to compare them with the log. */
export function ProjectionsPage() {
  useEffect(watchProjections, []);
  const { status, failed } = useProjections();
  return (
    <>
      <PageHead title={texts.title} body={texts.body} />
      <div className={admin['alerts']}>
        <MailAlert />
      </div>
      {failed && status && <Alert kind="error">{texts.stuck}</Alert>}
      {failed && !status && <LoadError again={() => void loadStatus()} />}
      {!failed && !status && <Skeleton width="100%" height={260} />}
      {status && (
        <div className={styles['page']}>
          <Status status={status} />
          <Jobs status={status} />
          <ServerFigures />
          {status.poison.length > 0 && <SkippedEvents events={status.poison} />}
        </div>
      )}
    </>
  );
}

function Status({ status }: { status: ProjectionsResponse }) {
  const { state, generation, checkpoint, head, poison } = status;
  const lag = head === null ? texts.lagUnknown : head === checkpoint ? texts.upToDate : texts.behind;
  // The type is open: a newer server may know more states.
  const stateWords = state in texts.states ? texts.states[state as keyof typeof texts.states] : state;
  return (
    <section aria-labelledby="views-status">
      <h2 id="views-status">{texts.status}</h2>
      <dl className={styles['facts']}>
        <dt>{texts.state}</dt>
        <dd className={state === 'following' || state === 'paused' ? styles['good'] : styles['bad']}>{stateWords}</dd>
        <dt>{texts.lag}</dt>
        <dd>{lag}</dd>
        <dt>{texts.checkpoint}</dt>
        <dd className="code">{checkpoint}</dd>
        <dt>{texts.head}</dt>
        <dd className="code">{head ?? texts.headUnknown}</dd>
        <dt>{texts.generation}</dt>
        <dd className="numbers">{generation}</dd>
        <dt>{texts.skipped}</dt>
        <dd className={poison.length > 0 ? styles['bad'] : undefined}>{poison.length || texts.noneSkipped}</dd>
      </dl>
    </section>
  );
}
