/** The texts of the rail, and of the bar that takes its place on narrow screens. */
export const texts = {
  position: 'Position',
  positionOf: (at: number, total: number) => `${at} of ${total}`,
  /** As the slider is read out. */
  replyAt: (at: number, total: number, date: string) => `Reply ${at} of ${total}, ${date}`,
  firstPostAt: (date: string) => `First post, ${date}`,
  around: (date: string) => `around ${date}`,
  /** Beside the link to the first post. */
  start: 'Start',
  firstPost: 'First post',
  newest: 'Newest',
  firstUnread: 'Jump to first unread',
  unread: 'Unread',
  newReplies: (count: number) => (count === 1 ? '1 new reply' : `${count} new replies`),
  jump: 'Jump to…',
  jumpTo: 'Jump to',
  number: 'Reply number',
  date: 'Date',
  go: 'Go',
  startedBy: 'Started by',
  replies: 'Replies',
  participants: 'Participants',
  lastReply: 'Last reply',
} as const;
