import { limits } from '@guildhall/domain/limits.js';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { ButtonLink } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { ActionForm } from '../../ui/form/action-form.js';
import { formText } from '../../ui/form/form-text.js';
import { forgotPassword } from './shared/api.js';
import styles from './shared/auth.module.css';
import { texts } from './shared/texts.js';

/** Requests the mail with which a new password is set. Its message does not reveal who is registered. */
export function ForgotPasswordPage() {
  usePageTitle(texts.forgotTitle);
  async function submitRequest(form: FormData, key: string) {
    const name = formText(form, 'email_or_username').trim();
    return (await forgotPassword(name, key)) || texts.forgotSent;
  }
  return (
    <div className={styles['page']}>
      <h1>{texts.forgotTitle}</h1>
      <p className={styles['intro']}>{texts.forgotBody}</p>
      <ActionForm
        action={submitRequest}
        button={texts.sendLink}
        busy={texts.sending}
        otherwise={texts.unknownError}
        extra={
          <ButtonLink kind="quiet" to={linkTo('auth')}>
            {texts.toLogin}
          </ButtonLink>
        }
      >
        <TextField
          label={texts.emailOrUsername}
          name="email_or_username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={limits.email.max}
          required
        />
      </ActionForm>
    </div>
  );
}
