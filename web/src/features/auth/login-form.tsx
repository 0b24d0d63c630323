import { useState, type SyntheticEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useIsHere } from '../../shared/is-here.js';
import { linkTo } from '../../shared/paths.js';
import { setUser } from '../../shared/session.js';
import { Button } from '../../shared/ui/button.js';
import { TextField } from '../../shared/ui/field.js';
import { Notice } from '../../shared/ui/notice.js';
import form from '../form/form.module.css';
import { formText } from '../form/form-text.js';
import { PasswordField } from '../form/password-field.js';
import type { Credentials } from './api.js';
import styles from './auth.module.css';
import { useCameFrom } from './came-from.js';
import { tryLogin, type LoginFailure } from './login-attempt.js';
import { LoginCode } from './login-code.js';
import { LoginRefusal } from './login-refusal.js';
import { texts } from './texts.js';
import { delays, wait } from './wait.js';

type Progress = { step: 'idle' | 'sending' | 'done' } | { step: 'failed'; failure: LoginFailure };

/** @param entering is told when the login was taken, before the step to the next page. */
export function LoginForm({ entering }: { entering: () => void }) {
  const [progress, setProgress] = useState<Progress>({ step: 'idle' });
  const [asked, setAsked] = useState<Credentials | null>(null);
  const [codeWanted, setCodeWanted] = useState(false);
  const navigate = useNavigate();
  const isHere = useIsHere();
  const cameFrom = useCameFrom();
  const busy = progress.step === 'sending' || progress.step === 'done';

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const typed = new FormData(event.currentTarget);
    const credentials = codeWanted && asked ? asked : credentialsIn(typed);
    setAsked(credentials);
    setProgress({ step: 'sending' });
    const result = await tryLogin(codeWanted ? { ...credentials, code: formText(typed, 'code').trim() } : credentials);
    if (!('user' in result)) return refuse(result);
    setProgress({ step: 'done' });
    entering();
    await wait(delays.loginRedirect);
    const stays = isHere();
    setUser(result.user);
    if (stays) await navigate(cameFrom, { replace: true });
  }

  async function refuse(failure: LoginFailure) {
    const next = failure.code === 'two-step-required' && !codeWanted;
    if (!next) await wait(delays.loginError);
    setProgress(next ? { step: 'idle' } : { step: 'failed', failure });
    setCodeWanted(next || (codeWanted && failure.code !== 'login-failed'));
  }

  return (
    <form className={form['form']} onSubmit={(event) => void submit(event)}>
      {codeWanted ? (
        <LoginCode
          back={() => {
            setCodeWanted(false);
            setProgress({ step: 'idle' });
          }}
        />
      ) : (
        <NameAndPassword />
      )}
      <Button kind="primary" type="submit" aria-disabled={busy}>
        {texts.login}
      </Button>
      {progress.step === 'sending' && <Notice>{texts.loggingIn}</Notice>}
      {progress.step === 'done' && <Notice kind="success">{texts.loggedIn}</Notice>}
      {progress.step === 'failed' && <LoginRefusal failure={progress.failure} asked={asked} />}
    </form>
  );
}

function NameAndPassword() {
  return (
    <>
      <TextField
        label={texts.emailOrUsername}
        name="name"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
      />
      <div>
        <PasswordField label={texts.password} autoComplete="current-password" />
        <Link to={linkTo('forgotPassword')} className={styles['aside']}>
          {texts.forgot}
        </Link>
      </div>
    </>
  );
}

function credentialsIn(form: FormData): Credentials {
  return { email_or_username: formText(form, 'name').trim(), password: formText(form, 'password') };
}
