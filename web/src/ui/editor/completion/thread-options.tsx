import type { SearchResponse } from '@guildhall/domain/wire/schemas/forum/search.js';
import { useResponse } from '../../../queries/use-response.js';
import { useDebounced } from '../../../shared/hooks/use-debounced.js';
import { linkToThread } from '../../../shared/paths.js';
import { ThreadTitle } from '../../thread-title.js';
import { maxOptions, OptionList, type OptionsProps } from './option-list.js';

/** More than are shown, because the search also matches words outside titles. */
const maxHits = 20;

export function ThreadOptions(props: OptionsProps) {
  const { typedText } = props.query;
  const words = splitWords(typedText);
  const search = splitWords(useDebounced(typedText)).join(' ');
  const address =
    search === '' ? null : `/search?${new URLSearchParams({ q: search, type: 'threads', limit: String(maxHits) })}`;
  const { body } = useResponse<SearchResponse>(address, { keepPrevious: true });
  const threads = (body?.results ?? []).filter(({ title }) => hasWords(title, words)).slice(0, maxOptions);
  const options = threads.map((thread) => ({
    key: thread.id,
    text: `[${thread.title.replace(/[\\[\]]/g, '\\$&')}](${linkToThread(thread.id)}) `,
    view: (
      <span className="ellipsis" dir="auto">
        <ThreadTitle thread={thread} />
      </span>
    ),
  }));
  return <OptionList {...props} options={options} />;
}

/** Drops the search's own syntax. */
const splitWords = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

function hasWords(title: string, words: readonly string[]): boolean {
  const titleWords = splitWords(title);
  return words.every((word) => titleWords.some((titleWord) => titleWord.startsWith(word)));
}

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
