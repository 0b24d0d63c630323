/** The texts of the editor. */
export const texts = {
  formatting: 'Formatting',
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
  previewLoading: 'The preview is being made.',
  previewFailed: 'The preview could not be loaded.',
  again: 'Try again',
  members: 'Members',
  membersFound: (count: number) =>
    `${count === 1 ? '1 member' : `${count} members`}. Arrow keys choose, Enter takes one, Escape closes.`,
  restored: 'This is your draft from before.',
  dropDraft: 'Discard the draft',
} as const;
