export const texts = {
  failed: 'This could not be saved. Please try again.',
  ignored: {
    add: 'Ignore',
    remove: 'Stop ignoring',
    added: (name: string) => `You ignore ${name}`,
    list: 'Ignored members',
    about: 'Their posts are hidden, and they cause no notifications.',
    none: "You aren't ignoring anyone.",
  },
  muted: {
    add: 'Mute notifications',
    remove: 'Unmute notifications',
    added: (name: string) => `You get no more notifications about ${name}`,
    list: 'Muted members',
    about: 'You still see their posts, but nothing they do causes a notification.',
    none: "You haven't muted anyone.",
  },
} as const;
