/** The texts of dialogs that any screen may open. */
export const texts = { cancel: 'Cancel', close: 'Close', delete: 'Delete', deleting: 'Deleting…' } as const;
