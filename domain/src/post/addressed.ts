/** Whom and what a text addresses, read from it before it was sealed; left out where it is nobody and nothing. */
export interface Addressed {
  /** Members whom it names. */
  mentions?: readonly number[];
  /** Replies, or threads for their own text, that it quotes. */
  quotes?: readonly number[];
}

/** What a text addresses, without empty lists: most address nobody. */
export function addressed({ mentions, quotes }: Addressed): Addressed {
  const found: Addressed = {};
  if (mentions?.length) found.mentions = mentions;
  if (quotes?.length) found.quotes = quotes;
  return found;
}
