/** The texts of the editor. */
export const texts = {
  formatting: 'Formatting',
  lostText: 'Your text',
  copy: 'Copy',
  discard: 'Discard',
  copied: 'Text copied.',
  notCopied: 'The text could not be copied. Select it instead.',
  tools: {
    bold: 'Bold',
    italic: 'Italic',
    link: 'Link',
    quote: 'Quote',
    code: 'Code',
    list: 'List',
  },
  shown: { bold: 'bold text', italic: 'italic text', link: 'link text', code: 'code' },
  preview: 'Preview',
  previewLoading: 'Loading preview…',
  previewFailed: 'The preview could not be loaded.',
  again: 'Try again',
  members: 'Members',
  membersFound: (count: number) =>
    `${count === 1 ? '1 member' : `${count} members`}. Use the arrow keys to choose, Enter to select, Escape to close.`,
  restored: 'Your draft was restored.',
  dropDraft: 'Discard draft',
} as const;
