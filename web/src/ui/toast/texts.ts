/** The texts of the toasts' own buttons. */
export const texts = { close: 'Close message' } as const;
