/** The texts that the admin screens share. */
export const texts = {
  goBack: 'Go back',
  undo: {
    name: 'Undo',
    again: 'Try again',
    done: (text: string) => `Undone: ${text}`,
    failed: 'This could not be undone. Please try again.',
  },
} as const;
