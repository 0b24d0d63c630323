const instructions = 'Use the arrow keys to choose, Enter to select, Escape to close.';

export const texts = {
  lostText: 'Your text',
  copy: 'Copy',
  discard: 'Discard',
  copied: 'Text copied.',
  notCopied: 'The text could not be copied. Select it instead.',
  preview: 'Preview',
  previewLoading: 'Loading preview…',
  previewFailed: 'The preview could not be loaded.',
  again: 'Try again',
  addPictures: 'Add pictures',
  pastedPicture: 'picture',
  restored: 'Your draft was restored.',
  dropDraft: 'Discard draft',
  sentElsewhere: 'Sent from another tab.',
  takeBack: 'Get the text back',
  otherDraft: 'This draft is different in another tab:',
  otherText: 'Text in the other tab',
  keepThis: 'Keep this one',
  useOther: 'Use the other',
  optionLists: { member: 'Members', thread: 'Threads', emoji: 'Emoji' },
  optionsFound: {
    member: (count: number) => `${count === 1 ? '1 member' : `${count} members`}. ${instructions}`,
    thread: (count: number) => `${count === 1 ? '1 thread' : `${count} threads`}. ${instructions}`,
    emoji: (count: number) => `${count} emoji. ${instructions}`,
  },
} as const;
