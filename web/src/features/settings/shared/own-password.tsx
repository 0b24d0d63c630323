import { TextField } from '../../../ui/field.js';
import { PasswordField } from '../../../ui/form/password-field.js';
import { texts } from './texts.js';

/** Asked of who is logged in already, before something that only he may do. */
export function OwnPassword({ label = texts.ownPassword, name = 'password' }: { label?: string; name?: string }) {
  return <PasswordField label={label} name={name} autoComplete="current-password" />;
}

/** A code of the app or one for recovery. */
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
