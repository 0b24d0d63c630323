export const shownReplies = 5;

export const maxUnreadThreadsChecked = 10;

export const firstPage = {
  recentThreads: 10,
  latestThreads: 30,
  topMembers: 5,
  threads: 30,
  posts: 20,
  threadActions: 100,
  wallPosts: 20,
  members: 50,
  leaders: 10,
} as const;

export const maxMembersOfGameAccounts = 100;

export const maxPlayersListed = 50;
