/** The texts of the buttons above a list, which come with it; those of what they open are loaded later. */
export const texts = { select: 'Select', showDeleted: 'Show deleted', hideDeleted: 'Hide deleted' } as const;
