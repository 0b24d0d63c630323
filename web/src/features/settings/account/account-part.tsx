import { limits, usernamePattern } from '@guildhall/domain/limits.js';
import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { setUser } from '../../../shared/state/session.js';
import { TextField } from '../../../ui/field.js';
import { ActionForm, type FormAction } from '../../../ui/form/action-form.js';
import { formText } from '../../../ui/form/form-text.js';
import { changeEmail, changeUsername } from '../shared/api.js';
import { Block } from '../shared/block.js';
import { OwnPassword } from '../shared/own-password.js';
import { texts } from '../shared/texts.js';

/** Name and address. */
export function AccountPart({ user }: { user: Me }) {
  return (
    <>
      <Block title={texts.username} lead={texts.usernameLead}>
        <UsernameForm user={user} />
      </Block>
      <Block title={texts.email} lead={texts.emailNow(user.email)}>
        <EmailForm />
      </Block>
    </>
  );
}

function UsernameForm({ user }: { user: Me }) {
  const act: FormAction = async (form, key) => {
    const body = { username: formText(form, 'username').trim(), password: formText(form, 'password') };
    await changeUsername(body, key);
    setUser({ ...user, username: body.username });
    return texts.usernameChanged(body.username);
  };
  return (
    <ActionForm action={act} button={texts.changeUsername} busy={texts.saving}>
      <TextField
        label={texts.newUsername}
        hint={texts.usernameHint}
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        pattern={usernamePattern.source.slice(1, -1)}
        title={texts.usernameHint}
        required
      />
      <OwnPassword />
    </ActionForm>
  );
}

function EmailForm() {
  const act: FormAction = async (form, key) => {
    const body = { email: formText(form, 'email').trim(), password: formText(form, 'password') };
    return (await changeEmail(body, key)) || texts.emailSent;
  };
  return (
    <ActionForm action={act} button={texts.changeEmail} busy={texts.saving}>
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
  );
}
