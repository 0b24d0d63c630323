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
import { Button } from '../../../ui/button.js';
import styles from './users.module.css';
import { isAvailable, type UserActionKind } from './actions/rights.js';

export function UserManagementPage() {
  const { query, setQuery, typed, type } = useUserQuery();
  const list = useUserList(query);
  useStaffUpdates('users', list.position, list.reload);
  const [selected, setSelected] = useState<SelectedUsers>(new Map());
  const [opened, setOpened] = useState<OpenedAction | null>(null);
  const isWide = useWide();
  function updateQuery(change: Partial<UserQuery>) {
    // A new search clears the selection, so that no action affects unlisted accounts; sorting and paging retain it.
    if (change.page === undefined && change.sort === undefined && change.order === undefined) setSelected(new Map());
    setQuery(change);
  }
  function handleClose(done: boolean) {
    if (done && opened && opened.people.length > 1) setSelected(new Map());
    if (done && opened?.kind === 'delete') setSelected(toggleSelected(selected, opened.people, false));
    setOpened(null);
  }
  const choose = (people: readonly AccountRow[], on: boolean) => setSelected(toggleSelected(selected, people, on));
  return (
    <>
      <PageHead title={texts.title} body={texts.body} />
      <UserFilters query={query} setQuery={updateQuery} typed={typed} type={type} withSort={!isWide} />
      <UserList list={list} query={query} setQuery={updateQuery} selection={{ selected, choose, open: setOpened }} />
      <BulkBar selected={selected} clear={() => setSelected(new Map())} open={setOpened} />
      <PeopleDialog action={opened} close={handleClose} />
    </>
  );
}

interface BulkBarProps {
  selected: SelectedUsers;
  clear: () => void;
  open: (action: OpenedAction) => void;
}

const kinds: UserActionKind[] = ['ban', 'unban', 'role', 'delete'];

export function BulkBar({ selected, clear, open }: BulkBarProps) {
  const actor = useActor();
  if (selected.size === 0) return null;
  const tooMany = selected.size > limits.bulk;
  const people = [...selected.values()];
  return (
    <div
      className={`row floating gap-8-16 spread padding-12 margin-top-12 ${styles['bulk']}`}
      role="group"
      aria-label={texts.chosenLabel}
    >
      <p role="status" className="numbers">
        {texts.chosen(selected.size)}
        {tooMany && ` · ${texts.atMost(limits.bulk)}`}
      </p>
      <Button kind="quiet" onClick={clear}>
        {texts.clearChoice}
      </Button>
      <div className={`flow grow gap-8 justify-end ${styles['bulkActions']}`}>
        {kinds
          .filter((kind) => isAvailable(actor, kind))
          .map((kind) => (
            <Button
              key={kind}
              kind={kind === 'delete' ? 'danger' : 'secondary'}
              aria-disabled={tooMany}
              onClick={() => !tooMany && open({ kind, people })}
            >
              {texts[kind]}
            </Button>
          ))}
      </div>
    </div>
  );
}
