import { limits, usernamePattern } from '@guildhall/domain/limits.js';
import { trimUnseen } from '@guildhall/domain/account/names.js';
import type { RefusalCode } from '@guildhall/domain/refusals.js';
import { z } from 'zod';
import { emailAddress } from '../text/patterns.js';
import { foldLogin, hasAddress, readableAddress } from '../vault/account-record.js';
import { normalPassword } from './passwords.js';

export const requiredString = z.string({ error: 'fields-required' }).min(1, { error: 'fields-required' });

export const enteredPassword = (error: RefusalCode) =>
  requiredString
    .refine((typed) => Math.min(typed.length, normalPassword(typed).length) <= limits.password.max, { error })
    .meta({ maxLength: limits.password.max });

const password = requiredString
  .transform(normalPassword)
  .meta({ minLength: limits.password.min, maxLength: limits.password.max });
export const newPassword = { password, confirm_password: password };
interface NewPassword {
  password: string;
  confirm_password: string;
}

const typedName = requiredString.transform((typed) => trimUnseen(typed.normalize('NFKC')));
const isUsername = (username: string): boolean => usernamePattern.test(username);
const typedAddress = requiredString.transform((typed) => readableAddress(typed) ?? '');
const networkAddress = z.email({
  pattern: /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@([a-z\d][a-z\d-]*\.)+([a-z]{2,}|xn--[a-z\d-]+)$/,
});
/**
 * Rejects placeholder addresses because they would reveal whether the address of another registration is already in
 * use.
 */
const isEmail = (email: string): boolean =>
  networkAddress.max(limits.email.max).safeParse(foldLogin(email)).success && hasAddress({ email });

type Rule = [(it: NewPassword) => boolean, { error: RefusalCode; path: string[] }];
export const passwordsMatch: Rule = [
  (it) => it.password === it.confirm_password,
  { error: 'passwords-differ', path: ['confirm_password'] },
];
export const passwordLength: Rule = [
  ({ password: { length } }) => length >= limits.password.min && length <= limits.password.max,
  { error: 'password-length', path: ['password'] },
];

const usernameForm = { pattern: usernamePattern.source };
const emailForm = { ...emailAddress, maxLength: limits.email.max };
export const username = typedName.refine(isUsername, { error: 'username-invalid' }).meta(usernameForm);
export const email = typedAddress.refine(isEmail, { error: 'email-invalid' }).meta(emailForm);

export const registration = z
  .object({ email: typedAddress.meta(emailForm), username: typedName.meta(usernameForm), ...newPassword })
  .refine(...passwordsMatch)
  .refine((it) => isUsername(it.username), { error: 'username-invalid', path: ['username'] })
  .refine((it) => isEmail(it.email), { error: 'email-invalid', path: ['email'] })
  .refine(...passwordLength);
