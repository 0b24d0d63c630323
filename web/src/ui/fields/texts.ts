export const texts = {
  prefix: 'Prefix',
  noPrefix: 'No prefix',
  found: (count: number) => (count === 1 ? '1 member found' : `${count} members found`),
  none: 'No member has that name.',
  failed: 'Suggestions could not be loaded. Type the full name.',
} as const;
