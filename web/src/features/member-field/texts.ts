/** The texts of a field that names a member. */
export const texts = {
  found: (count: number) => (count === 1 ? '1 member found' : `${count} members found`),
  none: 'No member has that name.',
  failed: 'Suggestions could not be loaded. Type the full name.',
} as const;
