import { limits } from '@guildhall/domain/limits.js';
import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { send, sendForMessage } from '../../shared/api/api.js';
import { linkTo } from '../../shared/paths.js';
import { setUser } from '../../shared/state/session.js';
import { ButtonLink } from '../../ui/button.js';
import { TextField, UsernameField } from '../../ui/field.js';
import { ActionForm, type FormAction } from '../../ui/form/action-form.js';
import { formText } from '../../ui/form/form-text.js';
import { NewPassword, readNewPassword } from '../../ui/form/new-password.js';
import { OwnPassword, Setting } from './setting.js';
import { texts } from './texts.js';

export function AccountPart({ user }: { user: Me }) {
  const changeUsername: FormAction = async (form, key) => {
    const username = formText(form, 'username').trim();
    await send('PUT', '/account/username', key, { username, password: formText(form, 'password') });
    setUser({ ...user, username });
    return texts.usernameChanged(username);
  };
  const changeEmail: FormAction = (form, key) => {
    const body = { email: formText(form, 'email').trim(), password: formText(form, 'password') };
    return sendForMessage('PUT', '/account/email', key, body, texts.emailSent);
  };
  return (
    <>
      <Setting title={texts.username} lead={texts.usernameLead}>
        <ActionForm action={changeUsername} button={texts.changeUsername} busy={texts.saving}>
          <UsernameField label={texts.newUsername} autoComplete="off" />
          <OwnPassword />
        </ActionForm>
      </Setting>
      <Setting title={texts.email} lead={texts.emailNow(user.email)}>
        <ActionForm action={changeEmail} button={texts.changeEmail} busy={texts.saving}>
          <TextField
            label={texts.newEmail}
            name="email"
            type="email"
            autoComplete="email"
            maxLength={limits.email.max}
            required
          />
          <OwnPassword />
        </ActionForm>
      </Setting>
    </>
  );
}

export function PasswordPart() {
  const changePassword: FormAction = (form, key) => {
    const body = { current_password: formText(form, 'current_password'), ...readNewPassword(form) };
    return sendForMessage('POST', '/password/change', key, body, texts.passwordChanged);
  };
  return (
    <Setting title={texts.parts.password} lead={texts.passwordLead}>
      <ActionForm
        action={changePassword}
        button={texts.changePassword}
        busy={texts.saving}
        extra={
          <ButtonLink kind="quiet" to={linkTo('forgotPassword')}>
            {texts.forgot}
          </ButtonLink>
        }
      >
        <OwnPassword label={texts.currentPassword} name="current_password" />
        <NewPassword label={texts.newPassword} repeat={texts.repeatPassword} />
      </ActionForm>
    </Setting>
  );
}
