import { limits, usernamePattern } from '@guildhall/domain/limits.js';
import type { RefusalCode } from '@guildhall/domain/refusals.js';
import { z } from 'zod';

/** A field that must not be empty. */
export const nonEmpty = z.string({ error: 'fields-required' }).min(1, { error: 'fields-required' });

/** A new password, entered twice. */
export const newPassword = { password: nonEmpty, confirm_password: nonEmpty };
interface NewPassword {
  password: string;
  confirm_password: string;
}

const isUsername = (username: string): boolean => usernamePattern.test(username);
const isEmail = (email: string): boolean => z.email().max(limits.email.max).safeParse(email).success;

type Rule = [(it: NewPassword) => boolean, { error: RefusalCode; path: string[] }];
/** For a form with `newPassword`, in the order in which the errors are reported: `.refine(...passwordsMatch)`. */
export const passwordsMatch: Rule = [
  (it) => it.password === it.confirm_password,
  { error: 'passwords-differ', path: ['confirm_password'] },
];
export const passwordLength: Rule = [
  ({ password: { length } }) => length >= limits.password.min && length <= limits.password.max,
  { error: 'password-length', path: ['password'] },
];

export const username = nonEmpty.refine(isUsername, { error: 'username-invalid' });
export const email = nonEmpty.refine(isEmail, { error: 'email-invalid' });

/** The register form. All four fields first, then that the passwords match, then each field separately. */
export const registration = z
  .object({ email: nonEmpty, username: nonEmpty, ...newPassword })
  .refine(...passwordsMatch)
  .refine((it) => isUsername(it.username), { error: 'username-invalid', path: ['username'] })
  .refine((it) => isEmail(it.email), { error: 'email-invalid', path: ['email'] })
  .refine(...passwordLength);
