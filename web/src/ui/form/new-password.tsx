import { limits } from '@guildhall/domain/limits.js';
import { pageRefusals } from '@guildhall/domain/page-refusals.js';
import { ApiError } from '../../shared/api/api.js';
import { PasswordField } from './password-field.js';
import { texts } from './texts.js';

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

/** @throws Refused "Passwords do not match!" */
export function checkRepeated({ password, confirm_password }: Record<string, string>): void {
  // Keyboards differ in how they compose accents.
  if (password?.normalize('NFC') === confirm_password?.normalize('NFC')) return;
  const [status, message] = pageRefusals['passwords-differ'];
  throw new ApiError(status, 'passwords-differ', message, 'confirm_password');
}
