/** The texts of the toasts' own buttons. */
export const texts = { close: 'Close the message' } as const;
