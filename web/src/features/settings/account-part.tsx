import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { send, sendForMessage } from '../../shared/api/api.js';
import { linkTo } from '../../shared/paths.js';
import { setUser } from '../../shared/state/session.js';
import { ButtonLink } from '../../ui/button.js';
import { EmailField, UsernameField } from '../../ui/field.js';
import { ActionForm, type FormAction } from '../../ui/form/action-form.js';
import { checkRepeated, NewPassword } from '../../ui/form/new-password.js';
import { OwnPassword, Setting } from './setting.js';
import { texts } from './texts.js';

export function AccountPart({ user }: { user: Me }) {
  const changeUsername: FormAction = async (fields, key) => {
    const { username = '' } = fields;
    await send('PUT', '/account/username', key, fields);
    setUser({ ...user, username });
    return texts.usernameChanged(username);
  };
  const changeEmail: FormAction = (fields, key) =>
    sendForMessage('PUT', '/account/email', key, fields, texts.emailSent);
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
          <EmailField label={texts.newEmail} />
          <OwnPassword />
        </ActionForm>
      </Setting>
    </>
  );
}

export function PasswordPart() {
  const changePassword: FormAction = async (fields, key) => {
    checkRepeated(fields);
    return await sendForMessage('POST', '/password/change', key, fields, texts.passwordChanged);
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
