import { pages } from '@guildhall/domain/wire/pages.js';

/** Titles, 'N Post(s)' and the empty text are the specification's. */
export const texts = {
  members: {
    title: pages.members.title,
    intro: 'Everyone with an account, by number of posts.',
    search: 'Search members',
    other: 'See the staff',
  },
  staff: {
    title: pages.staff.title,
    intro: 'They run the community. Ask them if something is wrong.',
    search: 'Search staff',
    other: 'See all members',
  },
  rank: (rank: number) => `Rank ${rank}`,
  posts: (count: number) => `${count.toLocaleString('nl-NL')} Post(s)`,
  none: 'No members found.',
  more: 'Show more members',
  found: (count: number, more: boolean) =>
    `${more ? 'More than ' : ''}${count === 1 ? '1 member' : `${count} members`} found`,
} as const;
