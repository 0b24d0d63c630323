import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import type { HeldList } from '../../../../ui/live-list/use-held-rows.js';
import type { OpenedAction } from '../actions/people-dialog.js';

/** The members chosen for an action on many, also on other pages of the table. */
export type SelectedUsers = ReadonlyMap<number, AccountRow>;

/** What the table of users and its cards share. */
export interface UserListProps {
  rows: readonly AccountRow[];
  /** The same as they are shown. */
  held: HeldList<AccountRow>;
  listRef: (element: HTMLElement | null) => void;
  loading: boolean;
  chosen: SelectedUsers;
  choose: (people: readonly AccountRow[], on: boolean) => void;
  open: (action: OpenedAction) => void;
}

export function toggleSelected(chosen: SelectedUsers, people: readonly AccountRow[], on: boolean): SelectedUsers {
  const next = new Map(chosen);
  for (const row of people) {
    if (on) next.set(row.id, row);
    else next.delete(row.id);
  }
  return next;
}
