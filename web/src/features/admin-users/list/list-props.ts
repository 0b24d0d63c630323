import type { AccountRow } from '@guildhall/domain/wire/schemas/users.js';
import type { OpenedAction } from '../actions/people-dialog.js';

/** Those who are chosen for an act on many, also on other pages of the table. */
export type Chosen = ReadonlyMap<number, AccountRow>;

/** What the table of users and its cards share. */
export interface UserListProps {
  rows: readonly AccountRow[];
  loading: boolean;
  chosen: Chosen;
  choose: (people: readonly AccountRow[], on: boolean) => void;
  open: (act: OpenedAction) => void;
}

export function withChoice(chosen: Chosen, people: readonly AccountRow[], on: boolean): Chosen {
  const next = new Map(chosen);
  for (const row of people) {
    if (on) next.set(row.id, row);
    else next.delete(row.id);
  }
  return next;
}
