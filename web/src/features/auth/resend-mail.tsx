import { useState } from 'react';
import { wordsOf } from '../../shared/api.js';
import { Button } from '../../shared/ui/button.js';
import { Notice } from '../../shared/ui/notice.js';
import { resendVerification, type Credentials } from './api.js';
import { texts } from './texts.js';

/** Offered where the login was refused only because the address is not verified yet. */
export function ResendMail({ login }: { login: Credentials }) {
  const [said, setSaid] = useState<string | null>(null);
  async function resend() {
    try {
      setSaid((await resendVerification(login)) || texts.resent);
    } catch (error) {
      setSaid(wordsOf(error, texts.unknownError));
    }
  }
  return said === null ? <Button onClick={() => void resend()}>{texts.resend}</Button> : <Notice>{said}</Notice>;
}
