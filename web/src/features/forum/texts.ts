import { isolated } from '@guildhall/domain/direction.js';
import { pages } from '@guildhall/domain/wire/pages.js';
import type { ThreadSort } from '@guildhall/domain/wire/kinds.js';
import { pageRefusals } from '@guildhall/domain/page-refusals.js';

/** Texts from the specification are verbatim. */
export const texts = {
  prefix: 'Prefix',
  allThreads: 'All',
  list: {
    controls: 'Order and filters',
    sort: 'Sort by',
    sorts: {
      latest: 'Latest reply',
      newest: 'Newest',
      replies: 'Most replies',
      reactions: 'Most reactions',
      unanswered: 'No replies',
    } satisfies Record<ThreadSort, string>,
    author: 'Author',
    anyone: 'Anyone',
    clearAuthor: 'Clear author',
    comfortable: 'Comfortable rows',
    participants: (names: readonly string[]) => `Replies by ${names.join(', ')}`,
    reactions: (count: number) => (count === 1 ? '1 reaction' : `${count} reactions`),
    missed: (count: number) =>
      count === 1 ? '1 thread has changed. Refresh the list' : `${count} threads have changed. Refresh the list`,
    none: ({ prefix, author, isUnanswered }: { prefix: string; author: string; isUnanswered: boolean }) => {
      const kind = isUnanswered ? 'No threads without replies' : 'No threads';
      return `${kind}${prefix && ` with the prefix ${prefix}`}${author && ` by ${author}`}.`;
    },
  },
  moderation: { select: 'Select', showDeleted: 'Show deleted', hideDeleted: 'Hide deleted' },
  gone: 'This section was deleted or moved.',
  goneBody: 'It was deleted, or your role can no longer see it.',
  chosenGone: 'The place you chose was deleted, or your role can no longer see it. Choose another.',
  toForums: 'All forums',
  forums: pages.forums.title,
  latest: pages.latest.title,
  forumsIntro: 'All discussions.',
  noForums: 'There are no forums yet.',
  rules: 'Rules',
  subcategories: 'Subcategories',
  threads: 'Threads',
  newThread: '+ New Thread',
  noThreads: 'No threads yet.',
  beFirst: 'Be the first to start one.',
  loginToWrite: 'Log in to start a thread',
  notDirect: 'Threads are not allowed directly in this section. Select a subcategory first.',
  mayNotPost: "You don't have permission to start threads here.",
  more: 'Show more threads',
  newTitle: pages.newInSection.title,
  where: 'Where',
  selectSubcategory: 'Select a subcategory',
  selectSection: 'Select a section',
  selectSectionFirst: 'Select a section first.',
  mayPostNowhere: "You don't have permission to start threads.",
  backTo: (name: string) => `Back to ${isolated(name)}`,
  inPlace: (name: string) => `in ${isolated(name)}`,
  title: 'Title',
  content: 'Content',
  contentHint: 'What is it about? Supports Markdown. Type @ to mention someone.',
  lock: 'Lock: only moderators can reply',
  pin: 'Pin to the top of the list',
  create: 'Create thread',
  creating: 'Creating…',
  cancel: 'Cancel',
  created: 'Thread created!',
  titleAndContent: pageRefusals['title-and-content'][1],
  mustBeLoggedIn: pageRefusals['must-be-logged-in'][1],
  createFailed: 'Failed to create thread.',
} as const;
