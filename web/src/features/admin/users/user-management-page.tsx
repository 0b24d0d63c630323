import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { useState } from 'react';
import { PageHead } from '../../../ui/page/page-head.js';
import { useStaffUpdates } from '../../../shared/state/use-staff-updates.js';
import { useWide } from '../../../shared/hooks/use-wide.js';
import { UserFilters } from './user-filters.js';
import { PeopleDialog, type OpenedAction } from './actions/people-action.js';
import { type UserQuery, useUserQuery } from './query.js';
import { texts } from './texts.js';
import { toggleSelected, type SelectedUsers } from './selection.js';
import { UserList } from './user-list.js';
import { useUserList } from './accounts.js';
import { limits } from '@guildhall/domain/limits.js';
import { useActor } from '../../../shared/state/session.js';
import { BulkBar } from '../../../ui/bulk-bar/bulk-bar.js';
import { isAvailable, type UserActionKind } from './actions/rights.js';

export function UserManagementPage() {
  const { query, setQuery, typedText, type } = useUserQuery();
  const list = useUserList(query);
  useStaffUpdates('users', list.position, list.reload);
  const [selectedUsers, setSelected] = useState<SelectedUsers>(new Map());
  const [openedAction, setOpened] = useState<OpenedAction | null>(null);
  const isWide = useWide();
  function updateQuery(change: Partial<UserQuery>) {
    // A new search clears the selection so that no action affects unlisted accounts. Sorting and paging retain it.
    if (change.page === undefined && change.sort === undefined && change.order === undefined) setSelected(new Map());
    setQuery(change);
  }
  function handleClose(isDone: boolean) {
    if (isDone && openedAction && openedAction.people.length > 1) setSelected(new Map());
    if (isDone && openedAction?.kind === 'delete')
      setSelected(toggleSelected(selectedUsers, openedAction.people, false));
    setOpened(null);
  }
  const choose = (people: readonly AccountRow[], on: boolean) => setSelected(toggleSelected(selectedUsers, people, on));
  return (
    <>
      <PageHead title={texts.title} body={texts.body} />
      <UserFilters query={query} setQuery={updateQuery} typedText={typedText} type={type} withSort={!isWide} />
      <UserList
        list={list}
        query={query}
        setQuery={updateQuery}
        selection={{ selectedUsers, choose, open: setOpened }}
      />
      <SelectionBar selectedUsers={selectedUsers} clear={() => setSelected(new Map())} open={setOpened} />
      <PeopleDialog action={openedAction} close={handleClose} />
    </>
  );
}

interface SelectionBarProps {
  selectedUsers: SelectedUsers;
  clear: () => void;
  open: (action: OpenedAction) => void;
}

const kinds: UserActionKind[] = ['ban', 'unban', 'role', 'delete'];

export function SelectionBar({ selectedUsers, clear, open }: SelectionBarProps) {
  const actor = useActor();
  if (selectedUsers.size === 0) return null;
  const isTooMany = selectedUsers.size > limits.bulk;
  const people = [...selectedUsers.values()];
  const offeredKinds = kinds.filter((kind) => isAvailable(actor, kind));
  return (
    <BulkBar
      label={texts.chosenLabel}
      status={[texts.chosen(selectedUsers.size), isTooMany && texts.atMost(limits.bulk)].filter(Boolean).join(' · ')}
      actions={offeredKinds.map((kind) => ({
        name: texts[kind],
        isDanger: kind === 'delete',
        run: () => open({ kind, people }),
      }))}
      isDisabled={isTooMany}
      end={{ name: texts.clearChoice, run: clear }}
    />
  );
}
