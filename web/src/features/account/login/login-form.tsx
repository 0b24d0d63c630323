import { useState, type SyntheticEvent } from 'react';
import { useIsMounted } from '../../../shared/hooks/use-is-mounted.js';
import { linkTo } from '../../../shared/paths.js';
import { Link, navigate } from '../../../shared/router.js';
import { setUser } from '../../../shared/state/session.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import { Alert } from '../../../ui/alert.js';
import { formText } from '../../../ui/form/form-text.js';
import { PasswordField } from '../../../ui/form/password-field.js';
import type { Credentials } from '../shared/api.js';
import styles from '../shared/auth.module.css';
import { useReturnPath } from '../shared/return-path.js';
import { tryLogin, type LoginFailure } from '../shared/login-attempt.js';
import { forgetPending } from '../pending/pending.js';
import { LoginCode } from './login-code.js';
import { LoginRefusal } from './login-refusal.js';
import { texts } from '../shared/texts.js';
import { delaysMs, wait } from '../shared/wait.js';

type Progress = { step: 'idle' | 'sending' | 'done' } | { step: 'failed'; failure: LoginFailure };

/** @param entering is called when the login was accepted, before the next page. */
export function LoginForm({ entering }: { entering: () => void }) {
  const [progress, setProgress] = useState<Progress>({ step: 'idle' });
  const [asked, setAsked] = useState<Credentials | null>(null);
  const [codeWanted, setCodeWanted] = useState(false);
  const isMounted = useIsMounted();
  const cameFrom = useReturnPath();
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
    forgetPending();
    entering();
    await wait(delaysMs.loginRedirect);
    const stays = isMounted();
    setUser(result.user);
    if (stays) navigate(cameFrom, { replace: true, state: { returned: true } });
  }

  async function refuse(failure: LoginFailure) {
    const next = failure.code === 'two-step-required' && !codeWanted;
    if (!next) await wait(delaysMs.loginError);
    setProgress(next ? { step: 'idle' } : { step: 'failed', failure });
    setCodeWanted(next || (codeWanted && failure.code !== 'login-failed'));
  }

  return (
    <form className="stack-wide" onSubmit={(event) => void submit(event)}>
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
      {progress.step === 'sending' && <Alert>{texts.loggingIn}</Alert>}
      {progress.step === 'done' && <Alert kind="success">{texts.loggedIn}</Alert>}
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
        <Link to={linkTo('forgotPassword')} className={`text-14 ${styles['aside']}`}>
          {texts.forgot}
        </Link>
      </div>
    </>
  );
}

function credentialsIn(form: FormData): Credentials {
  return { email_or_username: formText(form, 'name').trim(), password: formText(form, 'password') };
}
