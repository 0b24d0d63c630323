export const texts = {
  updates: (count: number) => (count === 1 ? '1 update ↑' : `${count} updates ↑`),
} as const;
