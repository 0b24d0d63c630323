import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../../queries/client.js';
import type { EmojiCategory, EmojiSet } from './catalogue.js';
import { getSymbolId } from '../../emoji/drawn.js';

export interface PickableEmoji {
  character: string;
  label: string;
  names: string[];
  /** The individual words of the names, label and tags, which the search matches. */
  words: string[];
  category: EmojiCategory;
  drawing: string;
}

export const listPickableEmojis = (sets: readonly EmojiSet[]): readonly PickableEmoji[] =>
  sets.flatMap(({ category, sprite, emojis }) =>
    emojis.map(([character, label, names, tags]) => ({
      character,
      label,
      names: names.split(' '),
      words: `${names} ${label} ${tags}`.toLowerCase().split(/[ _-]+/),
      category,
      drawing: `${sprite}#${getSymbolId(character)}`,
    })),
  );

export const emojiQuery = {
  queryKey: ['emoji'],
  queryFn: async () => listPickableEmojis((await import('./catalogue.js')).emojiSets),
  staleTime: Infinity,
};

export function useEmojis(): { emojis: readonly PickableEmoji[]; failed: boolean } {
  const { data, isError } = useQuery(emojiQuery, queryClient);
  return { emojis: data ?? none, failed: isError };
}

const none: readonly PickableEmoji[] = [];

/** Emoji whose names start with `text` come first, followed by those in which each word of `text` begins a word of the name. */
export function findEmojis(emojis: readonly PickableEmoji[], text: string, max: number): PickableEmoji[] {
  const searchText = text.trim().toLowerCase();
  const words = searchText.split(/[ _-]+/).filter((word) => word !== '');
  if (words.length === 0) return [];
  const isNamed = ({ names }: PickableEmoji) => names.some((name) => name.startsWith(searchText));
  const isFound = (emoji: PickableEmoji) =>
    words.every((word) => emoji.words.some((emojiWord) => emojiWord.startsWith(word)));
  const isExact = ({ names }: PickableEmoji) => names.includes(searchText);
  const rank = (emoji: PickableEmoji) => (isExact(emoji) ? 0 : isNamed(emoji) ? 1 : isFound(emoji) ? 2 : 3);
  const rankedEmojis = emojis
    .map((emoji) => ({ emoji, rank: rank(emoji) }))
    .filter((rankedEmoji) => rankedEmoji.rank < 3);
  return rankedEmojis
    .sort((one, other) => one.rank - other.rank)
    .slice(0, max)
    .map(({ emoji }) => emoji);
}
