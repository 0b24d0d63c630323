import { useState } from 'react';
import { ApiError, sendForMessage } from '../../shared/api/api.js';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { Alert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { EmailField } from '../../ui/field.js';
import { ActionForm, type FormAction } from '../../ui/form/action-form.js';
import { forgetPending, rememberPending } from './pending-email.js';
import { texts } from './texts.js';

/** @param email is empty if the browser does not know the address. */
export function PendingRegistration({ email: registeredEmail }: { email: string }) {
  const [email, setEmail] = useState(registeredEmail);
  const [isCorrecting, setCorrecting] = useState(false);
  const [success, setSuccess] = useState<string | null>(null);
  const { busy, fault, run, setFault } = useMutation(texts.unknownError);
  const sendAgain = () => {
    setSuccess(null);
    void run('again', async (key) => setSuccess(await sendMail('POST', '/registration/resend', key, {})));
  };
  const correct = () => {
    setSuccess(null);
    setFault(null);
    setCorrecting(true);
  };
  const showCorrection = (address: string, message: string) => {
    rememberPending(address);
    setEmail(address);
    setCorrecting(false);
    setSuccess(message);
  };
  return (
    <section className="card break-anywhere padding-16" aria-labelledby="pending">
      <h2 id="pending">{texts.pendingTitle}</h2>
      <p>
        {email === '' ? (
          texts.pendingUnknown
        ) : (
          <>
            {texts.pendingSent} <strong>{email}</strong>.
          </>
        )}{' '}
        {texts.pendingHere}
      </p>
      {isCorrecting ? (
        <AddressForm cancel={() => setCorrecting(false)} onDone={showCorrection} />
      ) : (
        <div className="flow gap-8">
          <Button aria-disabled={busy} onClick={sendAgain}>
            {texts.sendAgain}
          </Button>
          <Button onClick={correct}>{texts.changeIt}</Button>
        </div>
      )}
      {success !== null && <Alert kind="success">{success}</Alert>}
      {fault !== null && <Alert kind="error">{fault}</Alert>}
    </section>
  );
}

function AddressForm({ cancel, onDone }: { cancel: () => void; onDone: (email: string, message: string) => void }) {
  const sendToNewAddress: FormAction = async (fields, key) => {
    onDone(fields['email'] ?? '', await sendMail('PUT', '/registration/email', key, fields));
    return null;
  };
  return (
    <ActionForm
      action={sendToNewAddress}
      button={texts.sendThere}
      busy={texts.sending}
      otherwise={texts.unknownError}
      cancel={cancel}
    >
      <EmailField label={texts.rightEmail} autoFocus />
    </ActionForm>
  );
}

/** The server accepts these calls for an hour if the browser has the cookie. */
async function sendMail(method: 'POST' | 'PUT', path: string, key: string, body: Record<string, unknown>) {
  try {
    return await sendForMessage(method, path, key, body, texts.resent);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'registration-over') forgetPending();
    throw error;
  }
}
