import { useState } from 'react';
import { ApiError } from '../../shared/api/api.js';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { useSearchParams } from '../../shared/router.js';
import { ButtonLink } from '../../ui/button.js';
import { ActionForm } from '../../ui/form/action-form.js';
import { NewPassword, readNewPassword } from '../../ui/form/new-password.js';
import { resetPassword } from './shared/api.js';
import styles from './shared/auth.module.css';
import { texts } from './shared/texts.js';

type Outcome = { kind: 'done'; words: string } | { kind: 'bad-link' };

/** The target of the link in the mail about a forgotten password: `?user=&token=`. */
export function ResetPasswordPage() {
  const [query] = useSearchParams();
  const [user, token] = [query.get('user'), query.get('token')];
  const [outcome, setOutcome] = useState<Outcome | null>(user && token ? null : { kind: 'bad-link' });
  usePageTitle(texts.resetTitle);
  async function submitPassword(form: FormData, key: string) {
    const body = { user: user ?? '', token: token ?? '', ...readNewPassword(form) };
    try {
      setOutcome({ kind: 'done', words: await resetPassword(body, key) });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'link-invalid')) throw error;
      setOutcome({ kind: 'bad-link' });
    }
    return null;
  }
  if (outcome) return <ResetOutcome outcome={outcome} />;
  return (
    <div className={styles['page']}>
      <h1>{texts.resetTitle}</h1>
      <p className={styles['intro']}>{texts.resetBody}</p>
      <ActionForm action={submitPassword} button={texts.setPassword} busy={texts.saving} otherwise={texts.unknownError}>
        <NewPassword label={texts.newPassword} repeat={texts.repeatNew} />
      </ActionForm>
    </div>
  );
}

function ResetOutcome({ outcome }: { outcome: Outcome }) {
  const done = outcome.kind === 'done';
  return (
    <div className={styles['page']}>
      <h1 role={done ? 'status' : 'alert'}>{done ? texts.resetDone : texts.badLink}</h1>
      <p className={styles['intro']}>{done ? outcome.words : texts.badLinkBody}</p>
      <ButtonLink kind="primary" to={linkTo(done ? 'auth' : 'forgotPassword')}>
        {done ? texts.toLogin : texts.askAgain}
      </ButtonLink>
    </div>
  );
}
