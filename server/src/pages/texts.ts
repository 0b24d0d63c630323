export const texts = {
  forumsIntro: 'All discussions.',
  latestIntro: 'The latest threads from all forums.',
  greeting: 'Welcome back',
  whatIsNew: "What's new",
  recent: 'Recent posts',
  subcategories: 'Subcategories',
  threads: 'Threads',
  membersIntro: 'Everyone with an account, sorted by post count.',
  staffIntro: 'They run the community. Ask them if something is wrong.',
  writers: 'Members',
  skip: 'Skip to content',
  main: 'Main',
  trail: 'Breadcrumb',
  notFound: 'Oops, page not found!',
  notFoundBody: 'The page may have moved or never existed.',
  toHome: 'Go to Home',
  noProfile: 'Profile not found.',
  welcome: 'News, ideas and people from the network. Replies appear as you read.',
  replies: (count: number) => (count === 1 ? '1 reply' : `${count} replies`),
  posts: (count: number) => `${count.toLocaleString('nl-NL')} Post(s)`,
  placeCounts: (threads: number, posts: number) =>
    `${threads === 1 ? '1 thread' : `${threads} threads`} · ${posts === 1 ? '1 post' : `${posts} posts`}`,
  profileOf: (name: string, posts: number) =>
    `${name}, and what others have written on their wall. ${posts === 1 ? '1 post' : `${posts} posts`} in the forums.`,
  memberSince: 'Member since',
  follows: (followers: number, following: number) =>
    `${followers === 1 ? '1 follower' : `${followers} followers`} · ${following} following`,
} as const;
