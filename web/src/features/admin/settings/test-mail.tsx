import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { useId, useState, type SyntheticEvent } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { send } from '../../../shared/api/api.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { useSession } from '../../../shared/state/session.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import { Alert } from '../../../ui/alert.js';
import { MailAlert, useServerStatus } from '../shared/server-status.js';
import styles from './settings.module.css';
import { texts } from './texts.js';

const testMailTexts = texts.testMail;

export function MailServer() {
  const delivery = useServerStatus()?.mail_delivery;
  return (
    <>
      {delivery === 'smtp' && <Alert kind="success">{texts.mailServer.set}</Alert>}
      <MailAlert />
      <div>
        <p className="hint">{texts.mailServer.how}</p>
        <p className="code">{texts.mailServer.example}</p>
        <p className="hint">{texts.mailServer.encoded}</p>
      </div>
    </>
  );
}

export function TestMail() {
  const ownEmail = useSession((state) => state.user?.email ?? '');
  const delivery = useServerStatus()?.mail_delivery;
  const id = useId();
  const [to, setTo] = useState<string | null>(null);
  const [sentMessage, setSent] = useState<string | null>(null);
  const { busy, fault, run } = useMutation(testMailTexts.failed);
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const address = to ?? ownEmail;
    if (!busy) setSent(null);
    void run(address, async (key) => {
      const { body } = await send<WriteResponse>('POST', '/admin/test-mail', key, { to: address });
      setSent(body.message ?? testMailTexts.send);
    });
  }
  const kind = fault === null ? (delivery === 'smtp' ? 'success' : 'info') : 'error';
  return (
    <form className={`stack gap-16 shrinkable ${styles['group']}`} aria-labelledby={id} onSubmit={submit} noValidate>
      <h2 id={id}>{testMailTexts.title}</h2>
      <p className="hint">{testMailTexts.body}</p>
      <div className={`grid gap-8 align-end ${styles['fieldWithButton']}`}>
        <TextField
          label={testMailTexts.to}
          type="email"
          value={to ?? ownEmail}
          autoComplete="email"
          onChange={(event) => setTo(event.target.value)}
        />
        <Button type="submit" aria-disabled={busy}>
          {busy ? testMailTexts.sending : testMailTexts.send}
        </Button>
      </div>
      {(fault ?? sentMessage) !== null && (
        <Alert kind={kind}>
          <span>{fault ?? sentMessage}</span>
          <Link to={linkTo('adminMails')}>{testMailTexts.mails}</Link>
        </Alert>
      )}
    </form>
  );
}
