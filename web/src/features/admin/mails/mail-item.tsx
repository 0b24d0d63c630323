import type { MailRow } from '@guildhall/domain/wire/schemas/staff/mails.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { showToast } from '../../../shared/toast.js';
import { Button } from '../../../ui/button.js';
import { Alert } from '../../../ui/alert.js';
import { When } from '../../../ui/time/when.js';
import { useServerStatus } from '../shared/server-status.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import styles from './admin-mails.module.css';
import { reloadMails, retryMail } from './mail-list.js';
import { texts } from './texts.js';

export function MailLine({ row }: { row: MailRow }) {
  const { id, user_id, username, attempts, last_error, due_at, expired, created_at } = row;
  const kind = texts.kinds[row.kind] ?? row.kind;
  const delivery = useServerStatus()?.mail_delivery ?? 'smtp';
  const mutation = useMutation(texts.retryFailed, { stale: reloadMails });
  const retry = () =>
    void mutation.run(id, async (key) => {
      await retryMail(id, key);
      showToast(texts.retried[delivery](username));
      reloadMails();
    });
  return (
    <li className={`row gap-8-16 spread border-bottom padding-y-12 ${styles['mail']}`}>
      <div className={`grid gap-2 shrinkable ${styles['what']}`}>
        <p>
          <Link to={linkTo('adminUser', { id: String(user_id) })} className="link plain-link semibold">
            {username}
          </Link>{' '}
          · {kind}
        </p>
        <p className={last_error === null ? 'muted' : 'break-anywhere text-14 color-danger'}>
          {last_error ?? texts.noReason}
        </p>
        <p className="muted">
          {texts.attempts(attempts)} · {texts.written} <When at={created_at} /> · {expired && texts.expired}
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
