import { isolateRightToLeft } from '@guildhall/domain/text/direction.js';
import { pages } from '@guildhall/domain/wire/pages.js';

export const texts = {
  greeting: (name: string) => `Welcome back, ${name}`,
  whatIsNew: "What's new",
  unread: 'Unread',
  online: 'Online now',
  nobodyOnline: 'No member is online.',
  onlineCounts: (members: number, guests: number) => {
    const text = members === 1 ? '1 member' : `${members.toLocaleString('nl-NL')} members`;
    if (guests === 0) return text;
    return `${text} · ${guests === 1 ? '1 guest' : `${guests.toLocaleString('nl-NL')} guests`}`;
  },
  othersOnline: (count: number) => `and ${count.toLocaleString('nl-NL')} more`,
  server: 'Game server',
  address: 'Server address',
  copy: 'Copy address',
  copied: 'Copied',
  copyFailed: 'Press Ctrl + C to copy',
  store: 'Store',
  rules: 'Server Rules',
  join: 'Create an account',
  playing: 'Playing now',
  soFar: 'So far',
  notCounted: 'Player count: not set up.',
  setUp: 'Choose a service',
  lastDay: 'Last 24 hours',
  unknownSince: (time: string) => `Unknown since ${time}`,
  dayInWords: (least: number, most: number) => `Players in the last 24 hours: between ${least} and ${most}`,
  noCounts: 'No data for the last 24 hours yet.',
  stats: 'All statistics',
  banners: 'Highlights',
  threads: (count: number) => (count === 1 ? '1 thread' : `${count.toLocaleString('nl-NL')} threads`),
  posts: (count: number) => (count === 1 ? '1 post' : `${count.toLocaleString('nl-NL')} posts`),
  forums: 'Forums',
  recent: 'Recent posts',
  latest: pages.latest.title,
  noRecent: 'Nothing has been posted yet. Open a forum and start a thread.',
  recentFailed: 'Recent posts could not be loaded. The page will try again automatically.',
  lastBy: (name: string, place: string | undefined) =>
    place === undefined ? name : `${name} in ${isolateRightToLeft(place)}`,
  findMember: 'Find a member',
  search: 'Search members',
  allMembers: 'All members',
  noMembers: 'No members found.',
  found: (count: number) => (count === 1 ? '1 member' : `${count} members`),
} as const;
