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
  const findNewIds = (ids: readonly number[] = [], previousIds: readonly number[] = []) =>
    ids.filter((id) => !previousIds.includes(id)).slice(0, maxAddressedPerText - previousIds.length);
  const mentions = edit.mentions?.filter((id) => id !== state.authorId);
  return omitEmptyLists({
    mentions: findNewIds(mentions, state.mentions),
    quotes: findNewIds(edit.quotes, state.quotes),
  });
}

export function mergeAddressed(addressees: AddressedMembers, edit: AddressedMembers): AddressedMembers {
  return omitEmptyLists({
    mentions: [...(addressees.mentions ?? []), ...(edit.mentions ?? [])],
    quotes: [...(addressees.quotes ?? []), ...(edit.quotes ?? [])],
  });
}
