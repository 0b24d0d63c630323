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
  const [chosen, setChosen] = useState<SelectedUsers>(new Map());
  const [opened, setOpened] = useState<OpenedAction | null>(null);
  const wide = useWide();
  function updateQuery(change: Partial<UserQuery>) {
    // A new search clears the selection, so that no action affects unlisted accounts; sorting and paging retain it.
    if (change.page === undefined && change.sort === undefined && change.order === undefined) setChosen(new Map());
    setQuery(change);
  }
  function closed(done: boolean) {
    if (done && opened && opened.people.length > 1) setChosen(new Map());
    if (done && opened?.kind === 'delete') setChosen(toggleSelected(chosen, opened.people, false));
    setOpened(null);
  }
  const choose = (people: readonly AccountRow[], on: boolean) => setChosen(toggleSelected(chosen, people, on));
  return (
    <>
      <PageHead title={texts.title} body={texts.body} />
      <UserFilters query={query} setQuery={updateQuery} typed={typed} type={type} withSort={!wide} />
      <UserList list={list} query={query} setQuery={updateQuery} selection={{ chosen, choose, open: setOpened }} />
      <BulkBar chosen={chosen} clear={() => setChosen(new Map())} open={setOpened} />
      <PeopleDialog action={opened} close={closed} />
    </>
  );
}

interface BulkBarProps {
  chosen: SelectedUsers;
  clear: () => void;
  open: (action: OpenedAction) => void;
}

const kinds: UserActionKind[] = ['ban', 'unban', 'role', 'delete'];

export function BulkBar({ chosen, clear, open }: BulkBarProps) {
  const actor = useActor();
  if (chosen.size === 0) return null;
  const tooMany = chosen.size > limits.bulk;
  const people = [...chosen.values()];
  return (
    <div
      className={`row floating gap-8-16 spread padding-12 margin-top-12 ${styles['bulk']}`}
      role="group"
      aria-label={texts.chosenLabel}
    >
      <p role="status" className="numbers">
        {texts.chosen(chosen.size)}
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
