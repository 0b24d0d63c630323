import { limits, usernamePattern } from '@guildhall/domain/limits.js';
import { useState, type SyntheticEvent } from 'react';
import { useActKey } from '../../shared/act-key.js';
import { wordsOf } from '../../shared/api.js';
import { Button } from '../../shared/ui/button.js';
import { TextField } from '../../shared/ui/field.js';
import { Notice } from '../../shared/ui/notice.js';
import { register, type Registration } from './api.js';
import styles from './auth.module.css';
import { formText } from './form-text.js';
import { texts } from './texts.js';

/** @param done takes what to tell the new member: the server's message and where to look now. */
export function RegisterForm({ done }: { done: (message: string) => void }) {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const keyFor = useActKey();

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    const body = registrationOf(new FormData(event.currentTarget));
    if (body.password !== body.confirm_password) return setFailure(texts.passwordsDiffer);
    setFailure(null);
    setSending(true);
    try {
      done(welcome(await register(body, keyFor(body))));
    } catch (error) {
      setFailure(wordsOf(error, texts.unknownError));
    } finally {
      setSending(false);
    }
  }

  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)}>
      <Fields />
      <Button kind="primary" type="submit" aria-disabled={sending}>
        {texts.register}
      </Button>
      {sending && <Notice>{texts.creating}</Notice>}
      {failure !== null && <Notice kind="error">{failure}</Notice>}
    </form>
  );
}

/** Checked by the browser before anything is sent; the server checks all of it again. */
function Fields() {
  return (
    <>
      <TextField
        label={texts.email}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={limits.email.max}
        required
      />
      <TextField
        label={texts.username}
        hint={texts.usernameHint}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        pattern={usernamePattern.source.slice(1, -1)}
        title={texts.usernameHint}
        required
      />
      <TextField
        label={texts.password}
        hint={texts.passwordHint}
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={limits.password.min}
        maxLength={limits.password.max}
        required
      />
      <TextField label={texts.repeat} name="repeat" type="password" autoComplete="new-password" required />
    </>
  );
}

function registrationOf(form: FormData): Registration {
  const text = (name: string) => formText(form, name);
  return {
    email: text('email').trim(),
    username: text('username').trim(),
    password: text('password'),
    confirm_password: text('repeat'),
  };
}

function welcome(message: string): string {
  return message.includes(texts.checkMail) ? message : `${message} ${texts.checkMail}`.trim();
}
