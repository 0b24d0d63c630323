import type { MailRow } from '@guildhall/domain/wire/schemas/staff/mails.js';
import { useState } from 'react';
import { useResponse } from '../../../queries/use-response.js';
import { Button } from '../../../ui/button.js';
import { LoadError } from '../../../ui/alert.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { PageHead } from '../../../ui/page/page-head.js';
import admin from '../shared/admin.module.css';
import { MailAlert } from '../shared/mail-alert.js';
import { useServerStatus } from '../shared/server-status.js';
import styles from './admin-mails.module.css';
import { mailsAddress } from './mail-list.js';
import { MailLine } from './mail-item.js';
import { TestDialog } from './test-dialog.js';
import { texts } from './texts.js';

/** The mails that wait or that could not be sent, each with its reason and a retry. */
export function MailsPage() {
  const { body, fault, loading, reload } = useResponse<MailRow[]>(mailsAddress);
  const rows = fault === null ? (body ?? []) : [];
  const delivery = useServerStatus()?.mail_delivery;
  const [testing, setTesting] = useState(false);
  return (
    <>
      <PageHead title={texts.title} body={texts.body}>
        <Button onClick={() => void reload()}>{texts.reload}</Button>
        <Button onClick={() => setTesting(true)}>{texts.test}</Button>
      </PageHead>
      <div className={admin['alerts']}>
        <MailAlert />
      </div>
      {fault !== null && <LoadError again={() => void reload()} />}
      {body?.length === 0 && fault === null && delivery && <EmptyState>{texts.none[delivery]}</EmptyState>}
      <ul role="list" className={`border-top ${styles['mails']}`} aria-label={texts.list} aria-busy={loading}>
        {body === null && fault === null && skeletons}
        {sorted(rows).map((row) => (
          <MailLine key={row.id} row={row} />
        ))}
      </ul>
      {testing && <TestDialog close={() => setTesting(false)} />}
    </>
  );
}

/** Failed ones first: they are why someone opens the page. */
function sorted(rows: readonly MailRow[]): MailRow[] {
  return [...rows].sort((a, b) => Number(b.last_error !== null) - Number(a.last_error !== null));
}

const skeletons = [0, 1, 2].map((line) => (
  <li key={line} className={`row gap-8-16 spread border-bottom padding-y-12 ${styles['mail']}`} aria-hidden="true">
    <div className={`grid gap-2 shrinkable ${styles['what']}`}>
      <Skeleton width="30%" height={16} />
      <Skeleton width="70%" />
    </div>
  </li>
));
