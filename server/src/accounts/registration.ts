import { limits, usernamePattern } from '@guildhall/domain/limits.js';
import { trimInvisible } from '@guildhall/domain/account/names.js';
import type { RefusalCode } from '@guildhall/domain/refusals.js';
import { timeZone } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { z } from 'zod';
import { foldLogin, hasAddress, toReadableAddress } from '../vault/account/account-record.js';
import { normalizePassword } from './passwords.js';

export const requiredString = z.string({ error: 'fields-required' }).min(1, { error: 'fields-required' });

export const createPasswordSchema = (error: RefusalCode) =>
  requiredString
    .refine(
      (typedPassword) => Math.min(typedPassword.length, normalizePassword(typedPassword).length) <= limits.password.max,
      { error },
    )
    .meta({ maxLength: limits.password.max });

const password = requiredString
  .transform(normalizePassword)
  .meta({ minLength: limits.password.min, maxLength: limits.password.max });
export const newPassword = { password, confirm_password: password };
interface NewPassword {
  password: string;
  confirm_password: string;
}

const usernameField = requiredString.transform((typedName) => trimInvisible(typedName.normalize('NFKC')));
const isUsername = (username: string): boolean => usernamePattern.test(username);
const emailField = requiredString.transform((typedAddress) => toReadableAddress(typedAddress) ?? '');
const networkAddress = z.email({
  pattern: /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@([a-z\d][a-z\d-]*\.)+([a-z]{2,}|xn--[a-z\d-]+)$/,
});
/** Rejects placeholder addresses because they would reveal whether another registration's address is already in use. */
const isEmail = (email: string): boolean =>
  networkAddress.max(limits.email.max).safeParse(foldLogin(email)).success && hasAddress({ email });

type Rule = [(passwords: NewPassword) => boolean, { error: RefusalCode; path: string[] }];
export const passwordsMatchRule: Rule = [
  (passwords) => passwords.password === passwords.confirm_password,
  { error: 'passwords-differ', path: ['confirm_password'] },
];
export const passwordLengthRule: Rule = [
  ({ password: { length } }) => length >= limits.password.min && length <= limits.password.max,
  { error: 'password-length', path: ['password'] },
];

const usernameRule = { pattern: usernamePattern.source };
const emailRule = { format: 'idn-email', maxLength: limits.email.max };
export const username = usernameField.refine(isUsername, { error: 'username-invalid' }).meta(usernameRule);
export const email = emailField.refine(isEmail, { error: 'email-invalid' }).meta(emailRule);

/** An unknown time zone must not prevent a registration or login. */
export const browserTimeZone = timeZone
  .optional()
  .catch(undefined)
  .describe('For digests, unless the member has chosen another');

export const registration = z
  .object({
    email: emailField.meta(emailRule),
    username: usernameField.meta(usernameRule),
    ...newPassword,
    time_zone: browserTimeZone,
  })
  .refine(...passwordsMatchRule)
  .refine((fields) => isUsername(fields.username), { error: 'username-invalid', path: ['username'] })
  .refine((fields) => isEmail(fields.email), { error: 'email-invalid', path: ['email'] })
  .refine(...passwordLengthRule);
