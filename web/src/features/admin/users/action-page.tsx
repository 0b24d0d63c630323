import { linkTo } from '../../../shared/paths.js';
import { navigate, useParams } from '../../../shared/router.js';
import { ButtonLink } from '../../../ui/button.js';
import { LoadError } from '../../../ui/alert.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { PageHead } from '../../../ui/page/page-head.js';
import styles from './users.module.css';
import { BanForm } from './actions/people-forms.js';
import { PeopleAction, getHeading } from './actions/people-action.js';
import { AccountSummary } from './person.js';
import type { UserActionKind } from './actions/rights.js';
import { texts } from './texts.js';
import { useAccount } from './accounts.js';

/** The URL for a ban also shows the form that ends or changes an existing ban. */
export function ActionPage({ kind: requestedKind }: { kind: Exclude<UserActionKind, 'unban'> }) {
  const { id = '' } = useParams();
  const { row, missing, fault, reload } = useAccount(id);
  if (missing) return <NoAccount />;
  if (fault !== null) return <LoadError retry={reload} />;
  if (!row) return <Skeleton width="240px" height={28} />;
  const kind = requestedKind === 'ban' && row.banned ? 'unban' : requestedKind;
  const people = [row];
  const leave = (isDone: boolean) =>
    navigate(isDone && kind !== 'delete' ? linkTo('adminUser', { id }) : linkTo('adminUsers'), { replace: isDone });
  return (
    <>
      <PageHead {...getHeading({ kind, people })} />
      <div className={`grid ${styles['actionPage']}`}>
        <AccountSummary row={row} />
        <PeopleAction kind={kind} people={people} close={leave} onChanged={reload} />
        {kind === 'unban' && (
          <details className={`code ${styles['actionDetails']}`}>
            <summary>{texts.changeBan}</summary>
            <BanForm people={people} onDone={() => leave(true)} cancel={() => leave(false)} onChanged={reload} />
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
