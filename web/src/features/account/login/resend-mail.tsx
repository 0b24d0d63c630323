import { useState } from 'react';
import { messageOf } from '../../../shared/api/api.js';
import { Button } from '../../../ui/button.js';
import { Alert } from '../../../ui/alert.js';
import { resendVerification, type Credentials } from '../shared/api.js';
import { texts } from '../shared/texts.js';

/** Offered where the login was refused only because the address is not verified yet. */
export function ResendMail({ login }: { login: Credentials }) {
  const [said, setSaid] = useState<string | null>(null);
  async function resend() {
    try {
      setSaid((await resendVerification(login)) || texts.resent);
    } catch (error) {
      setSaid(messageOf(error, texts.unknownError));
    }
  }
  return said === null ? <Button onClick={() => void resend()}>{texts.resend}</Button> : <Alert>{said}</Alert>;
}
