import type { MailRow } from '@guildhall/domain/wire/schemas/mails.js';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.js';
import { LoadFailed } from '../../ui/alert.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Skeleton } from '../../ui/skeleton.js';
import { PageHead } from '../../ui/page/page-head.js';
import styles from './admin-mails.module.css';
import { loadMails, useMails } from './mail-list.js';
import { MailLine } from './mail-line.js';
import { TestDialog } from './test-dialog.js';
import { texts } from './texts.js';

/** The mails that wait or that could not be sent, each with its reason and another try. */
export function MailsPage() {
  const { rows, status } = useMails();
  const [testing, setTesting] = useState(false);
  useEffect(() => void loadMails(), []);
  return (
    <>
      <PageHead title={texts.title} body={texts.body}>
        <Button onClick={() => void loadMails()}>{texts.reload}</Button>
        <Button onClick={() => setTesting(true)}>{texts.test}</Button>
      </PageHead>
      {status === 'failed' && <LoadFailed again={() => void loadMails()} />}
      {status === 'ready' && rows.length === 0 && <EmptyState>{texts.none}</EmptyState>}
      <ul role="list" className={styles['mails']} aria-label={texts.list} aria-busy={status === 'loading'}>
        {status === 'loading' && rows.length === 0 && skeletons}
        {sorted(rows).map((row) => (
          <MailLine key={row.id} row={row} />
        ))}
      </ul>
      {testing && <TestDialog close={() => setTesting(false)} />}
    </>
  );
}

/** What failed first: that is what somebody comes for. */
function sorted(rows: readonly MailRow[]): MailRow[] {
  return [...rows].sort((a, b) => Number(b.last_error !== null) - Number(a.last_error !== null));
}

const skeletons = [0, 1, 2].map((line) => (
  <li key={line} className={styles['mail']} aria-hidden="true">
    <div className={styles['what']}>
      <Skeleton width="30%" height={16} />
      <Skeleton width="70%" />
    </div>
  </li>
));
