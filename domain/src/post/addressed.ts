export interface AddressedMembers {
  mentions?: readonly number[];
  quotes?: readonly number[];
}

export function omitEmptyLists({ mentions, quotes }: AddressedMembers): AddressedMembers {
  const result: AddressedMembers = {};
  if (mentions?.length) result.mentions = mentions;
  if (quotes?.length) result.quotes = quotes;
  return result;
}

const maxAddressedPerText = 100;

/** Removing a name and adding it again does not cause a second notification. */
export function selectNewlyAddressed(
  state: AddressedMembers & { authorId: number },
  edit: AddressedMembers,
): AddressedMembers {
  const findNewIds = (ids: readonly number[] = [], before: readonly number[] = []) =>
    ids.filter((id) => !before.includes(id)).slice(0, maxAddressedPerText - before.length);
  const mentions = edit.mentions?.filter((id) => id !== state.authorId);
  return omitEmptyLists({
    mentions: findNewIds(mentions, state.mentions),
    quotes: findNewIds(edit.quotes, state.quotes),
  });
}

export function mergeAddressed(before: AddressedMembers, edit: AddressedMembers): AddressedMembers {
  return omitEmptyLists({
    mentions: [...(before.mentions ?? []), ...(edit.mentions ?? [])],
    quotes: [...(before.quotes ?? []), ...(edit.quotes ?? [])],
  });
}
