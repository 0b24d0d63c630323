import { limits } from '@guildhall/domain/limits.js';

export const texts = {
  show: 'Show',
  hide: 'Hide',
  capsLock: 'Caps Lock is on.',
  cancel: 'Cancel',
  reason: 'Reason (optional)',
  reasonHint: 'Shown to the author.',
  failed: 'That did not work. Please try again.',
  newPasswordHint: `${limits.password.min} to ${limits.password.max} characters`,
} as const;
