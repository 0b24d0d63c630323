import { limits } from '@guildhall/domain/limits.js';
import { useState } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { ApiError } from '../../../shared/api/api.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import { ActionForm } from '../../../ui/form/action-form.js';
import { formText } from '../../../ui/form/form-text.js';
import { correctAddress, sendVerificationAgain } from '../shared/api.js';
import { texts } from '../shared/texts.js';
import { forgetPending, rememberPending } from './pending.js';

interface Outcome {
  kind: 'success' | 'error';
  words: string;
}

/** Sends the mail of a registration again, or to another address, by the cookie of this browser. */
export function PendingChoices({ changed }: { changed: (email: string) => void }) {
  const [changing, setChanging] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  return (
    <>
      {changing ? (
        <AddressForm
          cancel={() => setChanging(false)}
          done={(email, words) => {
            rememberPending(email);
            changed(email);
            setChanging(false);
            setOutcome({ kind: 'success', words });
          }}
        />
      ) : (
        <Choices change={() => setChanging(true)} said={setOutcome} />
      )}
      {outcome && !changing && <Alert kind={outcome.kind}>{outcome.words}</Alert>}
    </>
  );
}

function Choices({ change, said }: { change: () => void; said: (outcome: Outcome | null) => void }) {
  const { busy, run } = useMutation(texts.unknownError, { failed: (words) => said({ kind: 'error', words }) });
  function sendAgain() {
    if (busy) return;
    said(null);
    void run('again', async (key) => {
      const words = await sendVerificationAgain(key).catch(forgetIfOver);
      said({ kind: 'success', words: words || texts.resent });
    });
  }
  return (
    <div className="flow gap-8">
      <Button aria-disabled={busy} onClick={sendAgain}>
        {texts.sendAgain}
      </Button>
      <Button
        onClick={() => {
          said(null);
          change();
        }}
      >
        {texts.changeIt}
      </Button>
    </div>
  );
}

function AddressForm({ cancel, done }: { cancel: () => void; done: (email: string, words: string) => void }) {
  async function submitAddress(form: FormData, key: string) {
    const email = formText(form, 'email').trim();
    done(email, (await correctAddress(email, key).catch(forgetIfOver)) || texts.resent);
    return null;
  }
  return (
    <ActionForm
      action={submitAddress}
      button={texts.sendThere}
      busy={texts.sending}
      otherwise={texts.unknownError}
      extra={
        <Button kind="quiet" onClick={cancel}>
          {texts.keepAddress}
        </Button>
      }
    >
      <TextField
        label={texts.rightEmail}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={limits.email.max}
        autoFocus
        required
      />
    </ActionForm>
  );
}

function forgetIfOver(error: unknown): never {
  if (error instanceof ApiError && error.code === 'registration-over') forgetPending();
  throw error;
}
