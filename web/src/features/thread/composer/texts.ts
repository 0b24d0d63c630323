import { pageRefusals } from '@guildhall/domain/page-refusals.js';

/** Separate because guests do not load the reply form. */
export const texts = {
  tooLong: pageRefusals['content-length'][1],
  yourReply: 'Your reply',
  // On phones, only the first sentence fits.
  writeHere: 'Write a reply in Markdown. Type\u00A0@\u00A0to\u00A0mention\u00A0someone.',
  targetDeleted: (number: number) => `The reply you're answering (#${number}) was deleted.`,
  removeTarget: 'Reply to the thread instead',
  remove: 'Remove',
  missed: 'You may have missed a reply.',
  showMissed: 'Show it',
} as const;
