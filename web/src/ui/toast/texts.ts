export const texts = { close: 'Close message', times: (count: number) => `×${count}` } as const;
