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

/** A text notifies this many members of its mentions at most, and this many of its quotes, over all of its edits. */
const maxEverAddressed = 100;

/** What an edit addresses for the first time: a name that was removed and added again notifies no one. */
export function newlyAddressed(state: Addressed & { authorId: number }, edit: Addressed): Addressed {
  const fresh = (ids: readonly number[] = [], before: readonly number[] = []) =>
    ids.filter((id) => !before.includes(id)).slice(0, maxEverAddressed - before.length);
  const mentions = edit.mentions?.filter((id) => id !== state.authorId);
  return addressed({ mentions: fresh(mentions, state.mentions), quotes: fresh(edit.quotes, state.quotes) });
}

/** What a text has addressed so far, after an edit. */
export function everAddressed(before: Addressed, edit: Addressed): Addressed {
  return addressed({
    mentions: [...(before.mentions ?? []), ...(edit.mentions ?? [])],
    quotes: [...(before.quotes ?? []), ...(edit.quotes ?? [])],
  });
}
