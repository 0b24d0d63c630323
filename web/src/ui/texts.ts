const formatCount = (count: number) => count.toLocaleString('en');

export const texts = {
  updates: (count: number) => (count === 1 ? '1 update ↑' : `${count} updates ↑`),
  bulk: { actions: 'Actions' },
  toast: { close: 'Close message', times: (count: number) => `×${count}` },
  pager: {
    label: 'Table pages',
    rows: (from: number, to: number, total: number) =>
      total === 0 ? 'No rows' : `${formatCount(from)}–${formatCount(to)} of ${formatCount(total)}`,
    page: (page: number, last: number) => `Page ${formatCount(page)} of ${formatCount(last)}`,
    previous: 'Previous',
    next: 'Next',
  },
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
