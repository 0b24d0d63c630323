import { limits, usernamePattern } from '@guildhall/domain/limits.js';
import { z } from 'zod';

/** A field that must not be empty. */
export const filled = z.string({ error: 'fields-required' }).min(1, { error: 'fields-required' });

/** The register form. All four fields first, then that the passwords match, then each field for itself. */
export const registration = z
  .object({ email: filled, username: filled, password: filled, confirm_password: filled })
  .refine((it) => it.password === it.confirm_password, { error: 'passwords-differ', path: ['confirm_password'] })
  .refine((it) => usernamePattern.test(it.username), { error: 'username-invalid', path: ['username'] })
  .refine((it) => z.email().max(limits.email.max).safeParse(it.email).success, {
    error: 'email-invalid',
    path: ['email'],
  })
  .refine((it) => it.password.length >= limits.password.min && it.password.length <= limits.password.max, {
    error: 'password-length',
    path: ['password'],
  });
