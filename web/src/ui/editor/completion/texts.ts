const instructions = 'Use the arrow keys to choose, Enter to select, Escape to close.';

export const texts = {
  lists: { member: 'Members', thread: 'Threads', emoji: 'Emoji' },
  found: {
    member: (count: number) => `${count === 1 ? '1 member' : `${count} members`}. ${instructions}`,
    thread: (count: number) => `${count === 1 ? '1 thread' : `${count} threads`}. ${instructions}`,
    emoji: (count: number) => `${count} emoji. ${instructions}`,
  },
} as const;
