export const texts = {
  formatting: 'Formatting',
  tools: {
    bold: 'Bold',
    italic: 'Italic',
    link: 'Link',
    quote: 'Quote',
    code: 'Code',
    list: 'List',
    spoiler: 'Spoiler',
  },
  samples: { bold: 'bold text', italic: 'italic text', link: 'link text', code: 'code', spoiler: 'hidden text' },
  shortcut: (tool: string, keys: string) => `${tool} · ${keys}`,
} as const;
