import { isolated } from '@guildhall/domain/direction.js';
import { pages } from '@guildhall/domain/wire/pages.js';

/** The texts of the search page. */
export const texts = {
  title: pages.search.title,
  label: 'Search for',
  hint: 'Words, word*, "a phrase", -without, prefix:name',
  search: 'Search',
  filters: 'Filters',
  filtersSet: (count: number) => (count === 1 ? '1 set' : `${count} set`),
  clear: 'Clear filters',
  type: 'Show',
  types: { all: 'Everything', threads: 'Threads', posts: 'Replies', members: 'Members' },
  sort: 'Order',
  orders: { relevance: 'Best match', newest: 'Newest first' },
  author: 'Written by',
  place: 'Forum',
  everywhere: 'All forums',
  from: 'From',
  to: 'To',
  begin: "Search for words in threads and replies, or for a member's name.",
  beginPrefix: 'prefix:name finds threads with that prefix, prefix:"a name" if it has several words.',
  none: 'No results.',
  noneHint: 'Try fewer or other words, or clear the filters.',
  incomplete: 'The search index is still being built. More results may appear later.',
  found: (count: number, more: boolean) =>
    `${more ? 'More than ' : ''}${count === 1 ? '1 result' : `${count} results`}`,
  more: 'Show more results',
  kinds: { thread: 'Thread', post: 'Reply', member: 'Member' },
  in: (place: string) => `in ${isolated(place)}`,
  since: 'since',
  suggestions: 'Suggestions',
  groups: { members: 'Members', best: 'Best matches', newest: 'Newest' },
  suggested: (count: number) => (count === 1 ? '1 suggestion' : `${count} suggestions`),
  allResults: (words: string) => `All results for “${words}”`,
  suggestFailed: 'Suggestions could not be loaded.',
  by: (kind: string, name: string) => `${kind} by ${name}`,
} as const;
