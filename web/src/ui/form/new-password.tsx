import { limits } from '@guildhall/domain/limits.js';
import { pageRefusals } from '@guildhall/domain/page-refusals.js';
import { ApiError } from '../../shared/api/api.js';
import { formText } from './form-text.js';
import { PasswordField } from './password-field.js';
import { texts } from './texts.js';

/** Read with `readNewPassword`. */
export function NewPassword({ label, repeat }: { label: string; repeat: string }) {
  return (
    <>
      <PasswordField
        label={label}
        hint={texts.newPasswordHint}
        autoComplete="new-password"
        minLength={limits.password.min}
        maxLength={limits.password.max}
      />
      <PasswordField label={repeat} name="confirm_password" autoComplete="new-password" />
    </>
  );
}

/** @throws Refused 'Passwords do not match!' */
export function readNewPassword(form: FormData): { password: string; confirm_password: string } {
  const both = { password: formText(form, 'password'), confirm_password: formText(form, 'confirm_password') };
  // Keyboards differ in how they compose accents.
  if (both.password.normalize('NFC') === both.confirm_password.normalize('NFC')) return both;
  const [status, message] = pageRefusals['passwords-differ'];
  throw new ApiError(status, 'passwords-differ', message, 'confirm_password');
}
