import { TextField } from '../../../ui/field.js';
import { PasswordField } from '../../../ui/form/password-field.js';
import { texts } from './texts.js';

/** Asked of a member who is already logged in, before an action that only they may do. */
export function OwnPassword({ label = texts.ownPassword, name = 'password' }: { label?: string; name?: string }) {
  return <PasswordField label={label} name={name} autoComplete="current-password" />;
}

/** A code of the app or a recovery code. */
export function CodeField() {
  return (
    <TextField
      label={texts.code}
      hint={texts.codeHint}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
      required
    />
  );
}
