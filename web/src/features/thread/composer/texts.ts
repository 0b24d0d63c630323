import { pageRefusals } from '@guildhall/domain/page-refusals.js';

/** Separate from the thread's other texts because guests do not load the reply form. */
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
  typeYourReply: pageRefusals['reply-empty'][1],
  replyFailed: 'Failed to post reply.',
  sendWithout: 'Send without it',
  sending: 'Sending…',
  notSent: 'Not sent',
  waiting: 'Waiting for connection…',
  retry: 'Retry',
  changeIt: 'Edit',
  discard: 'Discard',
} as const;
