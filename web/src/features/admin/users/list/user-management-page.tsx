import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { useState } from 'react';
import { PageHead } from '../../../../ui/page/page-head.js';
import { Pager } from '../../../../ui/table/pager.js';
import { useHeldRows } from '../../../../ui/live-list/use-held-rows.js';
import { useStaffUpdates } from '../../../../shared/state/use-staff-updates.js';
import { useWide } from '../../../../shared/hooks/use-wide.js';
import { BulkBar } from './bulk-bar.js';
import { toggleSelected, type SelectedUsers } from './list-props.js';
import { NoUsers } from './no-users.js';
import { PeopleDialog, type OpenedAction } from '../actions/people-dialog.js';
import { pageSize, sortedBy, type UserQuery } from '../shared/query.js';
import { texts } from '../shared/texts.js';
import { useUserQuery } from './use-user-query.js';
import { UserCards } from './user-cards.js';
import { UserFilters } from './user-filters.js';
import { useUserList } from '../shared/user-list.js';
import { UserTable } from './user-table.js';

/** The accounts, searched, sorted and paged by the server, with the actions on one or on many. */
export function UserManagementPage() {
  const { query, ask, typed, type } = useUserQuery();
  const { rows, total, loading, fault, position, reload } = useUserList(query);
  useStaffUpdates('users', position, reload);
  const [chosen, setChosen] = useState<SelectedUsers>(new Map());
  const [opened, setOpened] = useState<OpenedAction | null>(null);
  const wide = useWide();
  const choose = (people: readonly AccountRow[], on: boolean) => setChosen(toggleSelected(chosen, people, on));
  function updateQuery(change: Partial<UserQuery>) {
    // An account that is no longer listed is never acted on by accident; accounts on other pages of the same result
    // are.
    if (change.page === undefined && change.sort === undefined && change.order === undefined) setChosen(new Map());
    ask(change);
  }
  function closed(done: boolean) {
    if (done && opened && opened.people.length > 1) setChosen(new Map());
    if (done && opened?.kind === 'delete') setChosen(toggleSelected(chosen, opened.people, false));
    setOpened(null);
  }
  const [held, listRef] = useHeldRows(rows, idOf, { scope: JSON.stringify(query), loading });
  const list = { rows, held, listRef, chosen, choose, open: setOpened, loading };
  return (
    <>
      <PageHead title={texts.title} body={texts.body} />
      <UserFilters query={query} ask={updateQuery} typed={typed} type={type} withSort={!wide} />
      {wide ? <UserTable {...list} query={query} sort={(by) => ask(sortedBy(query, by))} /> : <UserCards {...list} />}
      {!loading && held.rows.length === 0 && (
        <NoUsers fault={fault} query={query} ask={updateQuery} again={() => void reload()} />
      )}
      <Pager page={query.page} size={pageSize} total={total} go={(page) => ask({ page })} />
      <BulkBar chosen={chosen} clear={() => setChosen(new Map())} open={setOpened} />
      <PeopleDialog action={opened} close={closed} />
    </>
  );
}

const idOf = ({ id }: AccountRow): number => id;
