/** The members and posts that a text addresses, read from it before it was sealed. Empty lists are left out. */
export interface Addressed {
  /** Members that it mentions. */
  mentions?: readonly number[];
  /** Replies, or threads for their own text, that it quotes. */
  quotes?: readonly number[];
}

/** What a text addresses, without empty lists: most texts address no one. */
export function addressed({ mentions, quotes }: Addressed): Addressed {
  const found: Addressed = {};
  if (mentions?.length) found.mentions = mentions;
  if (quotes?.length) found.quotes = quotes;
  return found;
}
