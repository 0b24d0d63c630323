import { useState, type SyntheticEvent } from 'react';
import { useIsMounted } from '../../shared/hooks/use-is-mounted.js';
import { linkTo } from '../../shared/paths.js';
import { Link, navigate, useLocation } from '../../shared/router.js';
import { setUser } from '../../shared/state/session.js';
import { Button } from '../../ui/button.js';
import { identifierInput, TextField } from '../../ui/field.js';
import { Alert } from '../../ui/alert.js';
import { readFields } from '../../ui/form/action-form.js';
import { PasswordField } from '../../ui/form/password-field.js';
import styles from './account.module.css';
import { delaysMs, tryLogin, wait, type Credentials, type LoginFailure } from './login-attempt.js';
import { forgetPending } from './pending-email.js';
import { LoginCode } from './login-code.js';
import { LoginRefusal } from './login-refusal.js';
import { texts } from './texts.js';

type Progress = { step: 'idle' | 'sending' | 'done' } | { step: 'failed'; failure: LoginFailure };

export function LoginForm({ onEntering, onUnverified }: { onEntering: () => void; onUnverified: () => void }) {
  const [progress, setProgress] = useState<Progress>({ step: 'idle' });
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const [codeNeeded, setCodeNeeded] = useState(false);
  const isMounted = useIsMounted();
  const returnPath = useReturnPath();
  const busy = progress.step === 'sending' || progress.step === 'done';

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const fields = readFields(event.currentTarget);
    if (!codeNeeded) setCredentials(fields);
    setProgress({ step: 'sending' });
    const result = await tryLogin(codeNeeded ? { ...credentials, ...fields } : fields);
    if (!('user' in result)) return refuse(result);
    setProgress({ step: 'done' });
    forgetPending();
    onEntering();
    await wait(delaysMs.loginRedirect);
    const isStillMounted = isMounted();
    setUser(result.user);
    if (isStillMounted) navigate(returnPath, { replace: true, state: { returned: true } });
  }

  async function refuse(failure: LoginFailure) {
    const next = failure.code === 'two-step-required' && !codeNeeded;
    if (!next) await wait(delaysMs.loginError);
    setProgress(next ? { step: 'idle' } : { step: 'failed', failure });
    if (failure.code === 'not-verified') onUnverified();
    setCodeNeeded(next || (codeNeeded && failure.code !== 'login-failed'));
  }

  return (
    <form className="stack gap-16" onSubmit={(event) => void submit(event)}>
      {codeNeeded ? (
        <LoginCode
          back={() => {
            setCodeNeeded(false);
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
      {progress.step === 'failed' && <LoginRefusal failure={progress.failure} />}
    </form>
  );
}

function NameAndPassword() {
  return (
    <>
      <TextField
        label={texts.emailOrUsername}
        name="email_or_username"
        autoComplete="username"
        {...identifierInput}
        required
      />
      <div>
        <PasswordField label={texts.password} autoComplete="current-password" />
        <Link to={linkTo('forgotPassword')} className={`text-14 ${styles['forgotLink']}`}>
          {texts.forgot}
        </Link>
      </div>
    </>
  );
}

export function useReturnPath(): string {
  const state: unknown = useLocation().state;
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : linkTo('home');
}
