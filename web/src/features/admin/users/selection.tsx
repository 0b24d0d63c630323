import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { CheckboxField } from '../../../ui/fields/checkbox-field.js';
import type { OpenedAction } from './actions/people-action.js';
import { texts } from './texts.js';

export interface Selection {
  selectedUsers: ReadonlyMap<number, AccountRow>;
  choose: (people: readonly AccountRow[], on: boolean) => void;
  open: (action: OpenedAction) => void;
}

export type SelectedUsers = Selection['selectedUsers'];

export function toggleSelected(
  selectedUsers: SelectedUsers,
  people: readonly AccountRow[],
  on: boolean,
): SelectedUsers {
  const next = new Map(selectedUsers);
  for (const row of people) {
    if (on) next.set(row.id, row);
    else next.delete(row.id);
  }
  return next;
}

interface PageCheckboxProps {
  rows: readonly AccountRow[];
  selection: Selection;
  labelHidden?: boolean;
}

export function PageCheckbox({ rows, selection: { selectedUsers, choose }, labelHidden = false }: PageCheckboxProps) {
  const selectedCount = rows.filter(({ id }) => selectedUsers.has(id)).length;
  return (
    <CheckboxField
      label={texts.choosePage}
      labelHidden={labelHidden}
      checked={rows.length > 0 && selectedCount === rows.length}
      mixed={selectedCount > 0 && selectedCount < rows.length}
      change={(on) => choose(rows, on)}
    />
  );
}

export function UserCheckbox({ row, selection: { selectedUsers, choose } }: { row: AccountRow; selection: Selection }) {
  return (
    <CheckboxField
      label={texts.choose(row.username)}
      labelHidden
      checked={selectedUsers.has(row.id)}
      change={(on) => choose([row], on)}
    />
  );
}
