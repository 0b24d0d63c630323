import { Alert } from '../../../ui/alert.js';
import admin from '../shared/admin.module.css';
import { MailAlert } from '../shared/mail-alert.js';
import { useServerStatus } from '../shared/server-status.js';
import { texts } from '../users/shared/texts.js';

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
