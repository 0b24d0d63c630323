/** The texts of a field that names a member. */
export const texts = {
  found: (count: number) => (count === 1 ? '1 member found' : `${count} members found`),
  none: 'Nobody is called so.',
  failed: 'The names could not be loaded. Type the whole name.',
} as const;
