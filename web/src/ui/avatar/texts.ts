import { pageRefusals } from '@guildhall/domain/page-refusals.js';

export const texts = {
  title: 'Your picture',
  hint: 'Any photo or picture: PNG, JPEG, WebP, GIF or AVIF. It will be cropped to a square.',
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
  damaged: pageRefusals['picture-damaged'][1],
  failed: 'The picture could not be saved. Please try again.',
} as const;
