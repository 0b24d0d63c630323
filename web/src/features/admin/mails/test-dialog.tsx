import { limits } from '@guildhall/domain/limits.js';
import { useState } from 'react';
import { useSession } from '../../../shared/state/session.js';
import { showToast } from '../../../shared/toast.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import { Alert } from '../../../ui/alert.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { Dialog, DialogEnd } from '../../../ui/dialog/dialog.js';
import { reloadMails, sendTestMail } from './mail-list.js';
import { texts } from './texts.js';

/** Sends a test mail, to the person's own address unless they enter another. */
export function TestDialog({ close }: { close: () => void }) {
  const [to, setTo] = useState(useSession.getState().user?.email ?? '');
  const mutation = useMutation(texts.testFailed);
  const send = () =>
    void mutation.run(to, async (key) => {
      const { body } = await sendTestMail(to, key);
      showToast(body.message ?? texts.test);
      reloadMails();
      close();
    });
  return (
    <Dialog title={texts.test} body={texts.testBody} open close={close}>
      <form
        className="stack-wide"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <TextField
          label={texts.testTo}
          type="email"
          value={to}
          required
          maxLength={limits.email.max}
          onChange={(event) => setTo(event.target.value)}
        />
        {mutation.fault !== null && <Alert kind="error">{mutation.fault}</Alert>}
        <DialogEnd>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" aria-disabled={mutation.busy}>
            {mutation.busy ? texts.sending : texts.send}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
