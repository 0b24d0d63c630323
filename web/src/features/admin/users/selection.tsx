import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { CheckboxField } from '../../../ui/fields/checkbox-field.js';
import type { OpenedAction } from './actions/people-action.js';
import { texts } from './texts.js';

export interface Selection {
  selected: ReadonlyMap<number, AccountRow>;
  choose: (people: readonly AccountRow[], on: boolean) => void;
  open: (action: OpenedAction) => void;
}

export type SelectedUsers = Selection['selected'];

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

export function PageCheckbox({ rows, selection: { selected, choose }, labelHidden = false }: PageCheckboxProps) {
  const selectedCount = rows.filter(({ id }) => selected.has(id)).length;
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

export function UserCheckbox({ row, selection: { selected, choose } }: { row: AccountRow; selection: Selection }) {
  return (
    <CheckboxField
      label={texts.choose(row.username)}
      labelHidden
      checked={selected.has(row.id)}
      change={(on) => choose([row], on)}
    />
  );
}
