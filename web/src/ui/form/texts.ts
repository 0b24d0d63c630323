import { limits } from '@guildhall/domain/limits.js';

export const texts = {
  show: 'Show',
  hide: 'Hide',
  capsLock: 'Caps Lock is on.',
  cancel: 'Cancel',
  failed: 'That did not work. Please try again.',
  newPasswordHint: `${limits.password.min} to ${limits.password.max} characters`,
  sentElsewhere: 'Sent from another tab.',
  takeBack: 'Get the text back',
  otherDraft: 'This draft has a different text in another tab:',
  otherText: 'Text in the other tab',
  keepThis: 'Keep this one',
  useOther: 'Use the other',
} as const;
