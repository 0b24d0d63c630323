import { pageRefusals } from '@guildhall/domain/page-refusals.js';

/** The texts of the avatar picker. */
export const texts = {
  title: 'Your picture',
  hint: 'PNG, JPEG, WebP, GIF or AVIF, at most 4 MB. It will be cropped to a square.',
  choose: 'Choose a picture',
  chooseAnother: 'Choose another',
  save: 'Use this picture',
  saving: 'Uploading…',
  remove: 'Remove',
  removing: 'Removing…',
  cancel: 'Cancel',
  close: 'Close',
  saved: 'Your picture was changed.',
  removed: 'Your picture was removed.',
  tooLarge: pageRefusals['too-large'][1],
  notAPicture: pageRefusals['picture-invalid'][1],
  failed: 'The picture could not be saved. Please try again.',
} as const;
