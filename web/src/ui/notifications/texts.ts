export const texts = {
  watch: {
    label: 'Notification level',
    watching: 'Watching',
    muted: 'Muted',
    normal: 'Watch',
    levels: {
      watching: { name: 'Watching', about: 'Every new reply.', aboutPlace: 'Every new thread and reply.' },
      normal: { name: 'Normal', about: 'Replies to you, mentions and quotes.' },
      muted: { name: 'Muted', about: 'Same as Normal, but not listed as unread.' },
    },
    default: {
      name: 'Default',
      thread: 'Like its section, or Watching if you post here.',
      place: 'Like its section.',
      now: (level: string) => `Now: ${level}.`,
    },
    failed: 'This could not be saved. Please try again.',
  },
  ignore: {
    folded: (name: string) => `Hidden: you ignore ${name}.`,
    show: 'Show',
  },
} as const;
