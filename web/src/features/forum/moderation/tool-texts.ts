/** Separate from the texts of the moderation tools, which are loaded later. */
export const texts = { select: 'Select', showDeleted: 'Show deleted', hideDeleted: 'Hide deleted' } as const;
