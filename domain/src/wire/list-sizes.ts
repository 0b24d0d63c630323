/** Replies sent with a wall post; the others are read separately. */
export const shownReplies = 5;

/** Number of a place's newest threads that are checked for new posts. */
export const maxUnreadThreadsChecked = 10;

/** Number of rows that each page reads first. */
export const firstPage = {
  recentThreads: 8,
  latestThreads: 30,
  topMembers: 5,
  threads: 30,
  posts: 20,
  /** Actions on a thread and its deleted posts. */
  threadActions: 100,
  wallPosts: 20,
  members: 50,
} as const;
