export interface Addressed {
  mentions?: readonly number[];
  quotes?: readonly number[];
}

export function addressed({ mentions, quotes }: Addressed): Addressed {
  const newTargets: Addressed = {};
  if (mentions?.length) newTargets.mentions = mentions;
  if (quotes?.length) newTargets.quotes = quotes;
  return newTargets;
}

const maxEverAddressed = 100;

/** Removing a name and adding it again does not cause a second notification. */
export function newlyAddressed(state: Addressed & { authorId: number }, edit: Addressed): Addressed {
  const newIds = (ids: readonly number[] = [], before: readonly number[] = []) =>
    ids.filter((id) => !before.includes(id)).slice(0, maxEverAddressed - before.length);
  const mentions = edit.mentions?.filter((id) => id !== state.authorId);
  return addressed({ mentions: newIds(mentions, state.mentions), quotes: newIds(edit.quotes, state.quotes) });
}

export function addAddressed(before: Addressed, edit: Addressed): Addressed {
  return addressed({
    mentions: [...(before.mentions ?? []), ...(edit.mentions ?? [])],
    quotes: [...(before.quotes ?? []), ...(edit.quotes ?? [])],
  });
}
