import { limits } from '@guildhall/domain/limits.js';

/** The texts that forms share: of passwords, and of what did not work. */
export const texts = {
  show: 'Show',
  hide: 'Hide',
  capsLock: 'Caps Lock is on.',
  failed: 'That did not work. Please try again.',
  newPasswordHint: `${limits.password.min} to ${limits.password.max} characters`,
} as const;
