/** The texts of the card beside a name. */
export const texts = {
  about: (name: string) => `About ${name}`,
  posts: (count: number) => (count === 1 ? '1 Post' : `${count} Posts`),
  joined: (date: string) => `Joined ${date}`,
  follow: 'Follow',
  unfollow: 'Unfollow',
  followFailed: 'That could not be saved.',
  failed: 'Profile not found.',
} as const;
