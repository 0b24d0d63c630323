import { pageRefusals } from '@guildhall/domain/page-refusals.js';

/** Only the reply form uses these texts, and guests do not load it. */
export const texts = {
  tooLong: pageRefusals['content-length'][1],
  yourReply: 'Your reply',
  writeHere: 'Write a reply… Supports Markdown. Type @ to mention someone.',
  targetDeleted: (number: number) => `The reply you're answering (#${number}) was deleted.`,
  removeTarget: 'Reply to the thread instead',
  remove: 'Remove',
  missed: 'You may have missed a reply.',
  showMissed: 'Show it',
} as const;
