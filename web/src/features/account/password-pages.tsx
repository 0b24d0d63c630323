import { limits } from '@guildhall/domain/limits.js';
import { useState } from 'react';
import { ApiError, sendForMessage } from '../../shared/api/api.js';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { useSearchParams } from '../../shared/router.js';
import { ButtonLink } from '../../ui/button.js';
import { identifierInput, TextField } from '../../ui/field.js';
import { ActionForm, type FormAction } from '../../ui/form/action-form.js';
import { checkRepeated, NewPassword } from '../../ui/form/new-password.js';
import { AccountPage } from './account-page.js';
import { texts } from './texts.js';

export function ForgotPasswordPage() {
  usePageTitle(texts.forgotTitle);
  const requestLink: FormAction = (fields, key) =>
    sendForMessage('POST', '/password/forgot', key, fields, texts.forgotSent);
  return (
    <AccountPage title={texts.forgotTitle} lead={texts.forgotBody}>
      <ActionForm
        action={requestLink}
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
          {...identifierInput}
          maxLength={limits.email.max}
          required
        />
      </ActionForm>
    </AccountPage>
  );
}

/** The link in password reset emails opens this page with `?user=&token=`. */
export function ResetPasswordPage() {
  const [query] = useSearchParams();
  const [user, token] = [query.get('user'), query.get('token')];
  const [invalid, setInvalid] = useState(!user || !token);
  const [success, setSuccess] = useState<string | null>(null);
  usePageTitle(texts.resetTitle);
  const setPassword: FormAction = async (fields, key) => {
    checkRepeated(fields);
    try {
      setSuccess(await sendForMessage('POST', '/password/reset', key, { user, token, ...fields }, ''));
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'link-invalid')) throw error;
      setInvalid(true);
    }
    return null;
  };
  if (invalid || success !== null) {
    return (
      <AccountPage
        title={invalid ? texts.badLink : texts.resetDone}
        liveRole={invalid ? 'alert' : 'status'}
        lead={invalid ? texts.badLinkBody : success}
      >
        <ButtonLink kind="primary" to={linkTo(invalid ? 'forgotPassword' : 'auth')}>
          {invalid ? texts.askAgain : texts.toLogin}
        </ButtonLink>
      </AccountPage>
    );
  }
  return (
    <AccountPage title={texts.resetTitle} lead={texts.resetBody}>
      <ActionForm action={setPassword} button={texts.setPassword} busy={texts.saving} otherwise={texts.unknownError}>
        <NewPassword label={texts.newPassword} repeat={texts.repeatNew} />
      </ActionForm>
    </AccountPage>
  );
}
