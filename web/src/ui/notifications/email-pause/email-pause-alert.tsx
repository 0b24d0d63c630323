import { sendForMessage } from '../../../shared/api/api.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { linkTo } from '../../../shared/paths.js';
import { useSession } from '../../../shared/state/session.js';
import { showError, showToast } from '../../../shared/toast.js';
import { Alert } from '../../alert.js';
import { Button, ButtonLink } from '../../button.js';
import { texts } from './texts.js';

/** Shown while the member receives no emails because a mail server has refused their address. */
export function EmailPauseAlert() {
  const user = useSession((state) => state.user);
  const { busy, run } = useMutation(texts.failed, { onFailed: showError });
  if (!user?.email_pause) return null;
  const confirm = () =>
    void run(null, async (key) => {
      showToast(await sendForMessage('POST', '/account/email/confirm', key, {}, texts.sent));
    });
  return (
    <Alert>
      <div className="grid gap-4 shrinkable break-anywhere">
        <strong>{texts.title}</strong>
        <span>{texts.body(user.email, user.email_pause.reason)}</span>
      </div>
      <Button aria-disabled={busy} onClick={confirm}>
        {texts.confirm}
      </Button>
      <ButtonLink kind="quiet" to={linkTo('settings', { part: 'account' })}>
        {texts.change}
      </ButtonLink>
    </Alert>
  );
}
