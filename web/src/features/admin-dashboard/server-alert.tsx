import { Alert } from '../../ui/alert.js';
import admin from '../admin-shared/admin.module.css';
import { MailAlert } from '../admin-shared/mail-alert.js';
import { useServerStatus } from '../admin-shared/server-status.js';
import { texts } from '../admin-users/shared/texts.js';

/** What an Admin must know about proxy and mail server. Nothing while all is well, or the server does not respond. */
export function ServerAlert() {
  const state = useServerStatus()?.forwarded_address ?? 'ok';
  return (
    <div className={admin['alerts']}>
      {state !== 'ok' && <Alert kind="error">{texts.dashboard.forwardedAddress[state]}</Alert>}
      <MailAlert />
    </div>
  );
}
