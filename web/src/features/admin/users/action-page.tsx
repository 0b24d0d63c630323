import { linkTo } from '../../../shared/paths.js';
import { navigate, useParams } from '../../../shared/router.js';
import { ButtonLink } from '../../../ui/button.js';
import { LoadError } from '../../../ui/alert.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { PageHead } from '../../../ui/page/page-head.js';
import styles from './users.module.css';
import { BanForm } from './actions/people-forms.js';
import { PeopleAction, headOf } from './actions/people-action.js';
import { AccountSummary } from './person.js';
import type { UserActionKind } from './actions/rights.js';
import { texts } from './texts.js';
import { useAccount } from './accounts.js';

export function BanPage() {
  return <ActionPage kind="ban" />;
}

export function DeletePage() {
  return <ActionPage kind="delete" />;
}

export function RolePage() {
  return <ActionPage kind="role" />;
}

/** For a banned account, the address of the ban shows the form that ends or changes it. */
function ActionPage({ kind: requestedKind }: { kind: Exclude<UserActionKind, 'unban'> }) {
  const { id = '' } = useParams();
  const { row, missing, fault, reload } = useAccount(id);
  if (missing) return <NoAccount />;
  if (fault !== null) return <LoadError again={() => void reload()} />;
  if (!row) return <Skeleton width="240px" height={28} />;
  const kind = requestedKind === 'ban' && row.banned ? 'unban' : requestedKind;
  const people = [row];
  const { title, body } = headOf({ kind, people });
  const leave = (done: boolean) =>
    navigate(done && kind !== 'delete' ? linkTo('adminUser', { id }) : linkTo('adminUsers'));
  return (
    <>
      <PageHead title={title} {...(body === null ? {} : { body })} />
      <div className={`grid ${styles['actPage']}`}>
        <AccountSummary row={row} />
        <PeopleAction kind={kind} people={people} close={leave} changed={() => void reload()} />
        {kind === 'unban' && (
          <details className={`code ${styles['change']}`}>
            <summary>{texts.changeBan}</summary>
            <BanForm
              people={people}
              done={() => leave(true)}
              cancel={() => leave(false)}
              changed={() => void reload()}
            />
          </details>
        )}
      </div>
    </>
  );
}

export function NoAccount() {
  return (
    <>
      <PageHead title={texts.userNotFound} />
      <EmptyState>
        <ButtonLink to={linkTo('adminUsers')}>{texts.toUsers}</ButtonLink>
      </EmptyState>
    </>
  );
}
