import type { MailRow } from '@guildhall/domain/wire/schemas/staff/mails.js';
import { useState } from 'react';
import { useResponse, reloadByPrefix } from '../../../queries/use-response.js';
import { Button } from '../../../ui/button.js';
import { LoadError, Alert } from '../../../ui/alert.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { SkeletonRows } from '../../../ui/skeleton.js';
import { PageHead } from '../../../ui/page/page-head.js';
import admin from '../shared/admin.module.css';
import { MailAlert, useServerStatus } from '../shared/server-status.js';
import { AccountLink, DeliveriesPart, reloadDeliveries } from './deliveries-part.js';
import styles from './mails.module.css';
import { texts } from './texts.js';
import { showToast } from '../../../shared/toast.js';
import { When } from '../../../ui/time/when.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { limits } from '@guildhall/domain/limits.js';
import { useSession } from '../../../shared/state/session.js';
import { TextField } from '../../../ui/field.js';
import { MutationForm } from '../../../ui/form/mutation-form.js';
import { Dialog } from '../../../ui/dialog/dialog.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { send } from '../../../shared/api/api.js';

export function MailsPage() {
  const { body, fault, loading, reload } = useResponse<MailRow[]>(mailsAddress);
  const rows = fault === null ? (body ?? []) : [];
  const delivery = useServerStatus()?.mail_delivery;
  const [isTesting, setTesting] = useState(false);
  const reloadAll = () => {
    void reload();
    reloadDeliveries();
  };
  return (
    <>
      <PageHead title={texts.title} body={texts.body}>
        <Button onClick={reloadAll}>{texts.reload}</Button>
        <Button onClick={() => setTesting(true)}>{texts.test}</Button>
      </PageHead>
      <div className={admin['alerts']}>
        <MailAlert />
      </div>
      {fault !== null && <LoadError retry={reload} />}
      {body?.length === 0 && fault === null && delivery && <EmptyState>{texts.none[delivery]}</EmptyState>}
      {body === null && fault === null && <SkeletonRows count={3} height={64} />}
      <ul role="list" aria-label={texts.list} aria-busy={loading}>
        {sortRows(rows).map((row) => (
          <MailItem key={row.id} row={row} />
        ))}
      </ul>
      <DeliveriesPart />
      {isTesting && <TestDialog close={() => setTesting(false)} />}
    </>
  );
}

/** Failed emails come first because they are the reason to open this page. */
function sortRows(rows: readonly MailRow[]): MailRow[] {
  return [...rows].sort((a, b) => Number(b.last_error !== null) - Number(a.last_error !== null));
}

function MailItem({ row }: { row: MailRow }) {
  const { id, username, attempts, last_error, due_at, expired, created_at } = row;
  const kind = texts.kinds[row.kind] ?? row.kind;
  const delivery = useServerStatus()?.mail_delivery ?? 'smtp';
  const mutation = useMutation(texts.retryFailed, { onStale: reloadMails });
  const retry = () =>
    void mutation.run(id, async (key) => {
      await send<WriteResponse>('POST', `${mailsAddress}/${encodeURIComponent(id)}/retry`, key);
      showToast(texts.retried[delivery](username));
      reloadMails();
    });
  return (
    <li className={'row gap-8-16 spread border-top padding-y-12'}>
      <div className={`grid gap-2 shrinkable ${styles['details']}`}>
        <p>
          <AccountLink {...row} /> · {kind}
        </p>
        {last_error !== null && <p className="break-anywhere text-14 color-danger">{last_error}</p>}
        <p className="muted">
          {attempts === 0 ? texts.notTried : texts.attempts(attempts)} · {texts.written} <When at={created_at} /> ·{' '}
          {expired && texts.expired}
          {!expired && due_at !== null && (
            <>
              {texts.nextAt} <When at={due_at} />
            </>
          )}
          {!expired && due_at === null && texts.waits}
        </p>
        {mutation.fault !== null && <Alert kind="error">{mutation.fault}</Alert>}
      </div>
      {!expired && (
        <Button aria-disabled={mutation.busy} aria-label={texts.retryOf(kind, username)} onClick={retry}>
          {mutation.busy ? texts.retrying : texts.retry}
        </Button>
      )}
    </li>
  );
}

function TestDialog({ close }: { close: () => void }) {
  const [to, setTo] = useState(useSession.getState().user?.email ?? '');
  const mutation = useMutation(texts.testFailed);
  const submit = () =>
    void mutation.run(to, async (key) => {
      const { body } = await send<WriteResponse>('POST', '/admin/test-mail', key, { to });
      showToast(body.message ?? texts.test);
      reloadMails();
      close();
    });
  return (
    <Dialog title={texts.test} body={texts.testBody} open close={close}>
      <MutationForm mutation={mutation} submit={submit} name={texts.send} busyName={texts.sending} cancel={close}>
        <TextField
          label={texts.testTo}
          type="email"
          value={to}
          required
          maxLength={limits.email.max}
          onChange={(event) => setTo(event.target.value)}
        />
      </MutationForm>
    </Dialog>
  );
}

const mailsAddress = '/admin/mails';

const reloadMails = () => void reloadByPrefix(mailsAddress);
