export const texts = {
  updates: (count: number) => (count === 1 ? '1 update ↑' : `${count} updates ↑`),
  nextSteps: { search: 'Search the forums', submit: 'Search', latest: 'Latest threads' },
  spoiler: '[spoiler]',
  toast: { close: 'Close message', times: (count: number) => `×${count}` },
  userCard: {
    about: (name: string) => `About ${name}`,
    posts: (count: number) => (count === 1 ? '1 post' : `${count} posts`),
    joined: (date: string) => `Joined ${date}`,
    follow: 'Follow',
    unfollow: 'Unfollow',
    followFailed: 'That could not be saved. Please try again.',
    failed: 'Profile not found.',
  },
} as const;
