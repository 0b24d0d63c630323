import type { Me } from '@guildhall/domain/wire/rest.js';
import { useState, type SyntheticEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { Refused, wordsOf } from '../../shared/api.js';
import { setUser } from '../../shared/session.js';
import { Button } from '../../shared/ui/button.js';
import { TextField } from '../../shared/ui/field.js';
import { Notice } from '../../shared/ui/notice.js';
import { login, type Login } from './api.js';
import styles from './auth.module.css';
import { useCameFrom } from './came-from.js';
import { formText } from './form-text.js';
import { ResendMail } from './resend-mail.js';
import { texts } from './texts.js';
import { delays, wait } from './wait.js';

type Progress = { step: 'idle' | 'sending' | 'done' } | { step: 'failed'; words: string; unverified: Login | null };

export function LoginForm() {
  const [progress, setProgress] = useState<Progress>({ step: 'idle' });
  const navigate = useNavigate();
  const cameFrom = useCameFrom();

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    if (progress.step === 'sending' || progress.step === 'done') return;
    const form = new FormData(event.currentTarget);
    const body = { email_or_username: formText(form, 'name').trim(), password: formText(form, 'password') };
    setProgress({ step: 'sending' });
    const result = await attempt(body);
    if (!('user' in result)) {
      await wait(delays.loginError);
      return setProgress({ step: 'failed', ...result });
    }
    setProgress({ step: 'done' });
    await wait(delays.loginRedirect);
    setUser(result.user);
    await navigate(cameFrom, { replace: true });
  }

  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)}>
      <TextField label={texts.emailOrUsername} name="name" autoComplete="username" autoCapitalize="none" required />
      <TextField label={texts.password} name="password" type="password" autoComplete="current-password" required />
      <Button kind="primary" type="submit" aria-disabled={progress.step === 'sending' || progress.step === 'done'}>
        {texts.login}
      </Button>
      {progress.step === 'sending' && <Notice>{texts.loggingIn}</Notice>}
      {progress.step === 'done' && <Notice kind="success">{texts.loggedIn}</Notice>}
      {progress.step === 'failed' && <Notice kind="error">{progress.words}</Notice>}
      {progress.step === 'failed' && progress.unverified && <ResendMail login={progress.unverified} />}
    </form>
  );
}

async function attempt(body: Login): Promise<{ user: Me } | { words: string; unverified: Login | null }> {
  try {
    const user = await login(body);
    return user ? { user } : { words: texts.unknownError, unverified: null };
  } catch (error) {
    const unverified = error instanceof Refused && error.code === 'not-verified' ? body : null;
    return { words: wordsOf(error, texts.unknownError), unverified };
  }
}
