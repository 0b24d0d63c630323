export const texts = {
  failed: 'This could not be saved. Please try again.',
  ignored: {
    add: 'Ignore',
    remove: 'Stop ignoring',
    added: (name: string) => `You are now ignoring ${name}`,
    list: 'Ignored members',
    about: 'Their posts are hidden, and you get no notifications from them.',
    none: "You aren't ignoring anyone.",
  },
  muted: {
    add: 'Mute notifications',
    remove: 'Unmute notifications',
    added: (name: string) => `You will no longer be notified of what ${name} does`,
    list: 'Muted members',
    about: 'You still see their posts, but get no notifications from them.',
    none: "You haven't muted anyone.",
  },
} as const;
