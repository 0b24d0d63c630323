import { limits, usernamePattern } from '@guildhall/domain/limits.js';
import { TextField } from '../../../ui/field.js';
import { ActionForm } from '../../../ui/form/action-form.js';
import { formText } from '../../../ui/form/form-text.js';
import { NewPassword, readNewPassword } from '../../../ui/form/new-password.js';
import { register } from '../shared/api.js';
import { texts } from '../shared/texts.js';

/** @param done receives the message for the new member (the server's, and where to look now) and their address. */
export function RegisterForm({ done }: { done: (message: string, email: string) => void }) {
  async function submitRegistration(form: FormData, key: string) {
    const names = { email: formText(form, 'email').trim(), username: formText(form, 'username').trim() };
    const body = { ...names, ...readNewPassword(form) };
    done(welcome(await register(body, key)), body.email);
    return null;
  }
  return (
    <ActionForm
      action={submitRegistration}
      button={texts.register}
      busy={texts.creating}
      otherwise={texts.unknownError}
    >
      <TextField
        label={texts.email}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={limits.email.max}
        required
      />
      <UsernameField />
      <NewPassword label={texts.password} repeat={texts.repeat} />
    </ActionForm>
  );
}

/** Checked by the browser before anything is sent; the server checks it again. */
function UsernameField() {
  return (
    <TextField
      label={texts.username}
      hint={texts.usernameHint}
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      pattern={usernamePattern.source.slice(1, -1)}
      title={texts.usernameHint}
      required
    />
  );
}

function welcome(message: string): string {
  return message.includes(texts.checkMail) ? message : `${message} ${texts.checkMail}`.trim();
}
