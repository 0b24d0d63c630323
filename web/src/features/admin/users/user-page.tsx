import { can } from '@guildhall/domain/permissions.js';
import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { Fragment, useState, type ReactNode } from 'react';
import { reloadBelow } from '../../../queries/use-response.js';
import { dateAndTime } from '../../../shared/dates.js';
import { linkTo } from '../../../shared/paths.js';
import { navigate, useParams, useSearchParams } from '../../../shared/router.js';
import { useActor } from '../../../shared/state/session.js';
import { Button, ButtonLink } from '../../../ui/button.js';
import { Alert, LoadError } from '../../../ui/alert.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { isoOf, localOf } from '../../../ui/time/local-time.js';
import { PageHead } from '../../../ui/page/page-head.js';
import { useStaffUpdates } from '../../../shared/state/use-staff-updates.js';
import { MomentForm } from '../shared/moment-form.js';
import { NoAccount } from './action-page.js';
import styles from './users.module.css';
import { ActionLinks } from './actions/action-links.js';
import { CurrentBan, BanState } from './person.js';
import { PeopleDialog, type OpenedAction } from './actions/people-action.js';
import { texts } from './texts.js';
import { historyAddress, reloadUsers, useAccount } from './accounts.js';
import { UserHistory } from './user-history.js';
import { When } from '../../../ui/time/when.js';
import { keyTexts } from '../shared/permission-texts.js';

export function UserPage() {
  const { id = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const at = isoOf(params.get('at') ?? '');
  const { row, missing, fault, reload, position } = useAccount(id, at);
  const [opened, setOpened] = useState<OpenedAction | null>(null);
  const actor = useActor();
  const audits = can(actor, 'view-audit');
  // A past state never changes, so it needs no updates.
  useStaffUpdates('users', at === null ? position : null, async () => {
    void reloadBelow(historyAddress(id));
    return reload();
  });
  function handleClose(done: boolean) {
    if (done && opened?.kind === 'delete') navigate(linkTo('adminUsers'));
    setOpened(null);
  }
  if (missing) return <NoAccount />;
  if (fault !== null && !row) return <LoadError retry={reload} />;
  if (!row) return <Skeleton width="240px" height={28} />;
  return (
    <>
      <PageHead title={row.username} body={row.email}>
        <ButtonLink to={linkTo('profile', { username: row.username })}>{texts.profile}</ButtonLink>
        {at === null && <ActionLinks row={row} open={setOpened} />}
      </PageHead>
      {audits && (
        <MomentForm
          key={at}
          className={`row gap-12 align-start ${styles['asOf']}`}
          label={texts.asOf}
          hint={texts.asOfHint}
          max={localOf(new Date())}
          at={at}
          button={texts.asOfShow}
          kind="secondary"
          show={(moment) => setParams(moment === null ? {} : { at: moment })}
          extra={at !== null && <Button onClick={() => setParams({})}>{texts.asOfNow}</Button>}
        />
      )}
      <section className={styles['section']}>
        <h2 className="visually-hidden">{texts.facts}</h2>
        {at !== null && <Alert>{texts.asOfShown(dateAndTime(new Date(at)))}</Alert>}
        <CurrentBan row={row} />
        <UserDetails row={row} />
      </section>
      {audits && <UserHistory id={id} changed={reloadUsers} />}
      <PeopleDialog action={opened} close={handleClose} changed={reloadUsers} />
    </>
  );
}

export function UserDetails({ row }: { row: AccountRow }) {
  const { verified, role, posts, created_at, permissions } = row;
  const facts: [name: string, value: ReactNode][] = [
    [texts.columns.verified, verified ? texts.yes : texts.no],
    [texts.status, <BanState key="status" row={row} />],
    [texts.role, role],
    [texts.permissions, permissions.map((key) => keyTexts[key].name).join(', ')],
    [texts.columns.posts, posts],
    [texts.registered, <When key="registered" at={created_at} />],
  ];
  return (
    <dl className={`grid text-15 margin-top-12 break-anywhere ${styles['factList']}`}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
