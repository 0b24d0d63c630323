export const texts = {
  watch: {
    label: 'Notification level',
    watching: 'Watching',
    muted: 'Muted',
    plain: 'Watch',
    levels: {
      watching: { name: 'Watch', about: 'Every new reply.', aboutPlace: 'Every new thread.' },
      plain: { name: 'Normal', about: 'New replies if you wrote here, replies to you, mentions and quotes.' },
      muted: { name: 'Mute', about: 'Replies to you, mentions and quotes only.' },
    },
    failed: 'This could not be saved. Please try again.',
  },
  ignore: {
    folded: (name: string) => `Hidden: you ignore ${name}.`,
    show: 'Show',
  },
} as const;
