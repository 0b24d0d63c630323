import { can } from '@guildhall/domain/permissions.js';
import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { useState, type ReactNode } from 'react';
import { reloadByPrefix } from '../../../queries/use-response.js';
import { formatDateAndTime } from '../../../shared/dates.js';
import { linkTo } from '../../../shared/paths.js';
import { navigate, useParams, useSearchParams } from '../../../shared/router.js';
import { useActor } from '../../../shared/state/session.js';
import { Button } from '../../../ui/button.js';
import { Alert, LoadError } from '../../../ui/alert.js';
import { Avatar } from '../../../ui/member.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { toIso, toLocalInput } from '../../../ui/time/local-time.js';
import { PageHead } from '../../../ui/page/page-head.js';
import { useStaffUpdates } from '../../../shared/state/use-staff-updates.js';
import { MomentForm } from '../shared/moment-form.js';
import { NoAccount } from './action-page.js';
import styles from './users.module.css';
import { ActionButtons } from './actions/action-links.js';
import { CurrentBan, BanState } from './person.js';
import { PeopleDialog, type OpenedAction } from './actions/people-action.js';
import { texts } from './texts.js';
import { gameAccountsPath, buildHistoryAddress, reloadUsers, useAccount } from './accounts.js';
import { UserGameAccounts } from './game-accounts.js';
import { UserActivity } from './user-activity.js';
import { UserHistory } from './user-history.js';
import { When } from '../../../ui/time/when.js';
import { keyTexts } from '../shared/permission-texts.js';

export function UserPage() {
  const { id = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const at = toIso(params.get('at') ?? '');
  const { row, missing, fault, reload, position } = useAccount(id, at);
  const [openedAction, setOpened] = useState<OpenedAction | null>(null);
  const audits = can(useActor(), 'view-audit');
  // A past state never changes, so it needs no updates.
  useStaffUpdates('users', at === null ? position : null, async () => {
    void reloadByPrefix(buildHistoryAddress(id));
    void reloadByPrefix(gameAccountsPath);
    return reload();
  });
  function handleClose(isDone: boolean) {
    if (isDone && openedAction?.kind === 'delete') navigate(linkTo('adminUsers'), { replace: true });
    setOpened(null);
  }
  if (missing) return <NoAccount />;
  if (fault !== null && !row) return <LoadError retry={reload} />;
  if (!row) return <Skeleton width="240px" height={28} />;
  const { username, email, avatar_url } = row;
  return (
    <>
      <PageHead title={username} body={email} picture={<Avatar name={username} url={avatar_url} large />}>
        {at === null ? (
          <ActionButtons row={row} open={setOpened} />
        ) : (
          <Button onClick={() => setParams({})}>{texts.asOfNow}</Button>
        )}
      </PageHead>
      <section className="stack gap-16" aria-label={texts.facts}>
        {at !== null && <Alert>{texts.asOfShown(formatDateAndTime(new Date(at)))}</Alert>}
        <CurrentBan row={row} />
        <UserDetails row={row} />
      </section>
      <UserGameAccounts key={row.id} row={row} at={at} />
      {at === null && <UserActivity row={row} />}
      {audits && <UserHistory id={id} onChanged={reloadUsers} />}
      {audits && (
        <section className={styles['section']} aria-labelledby="as-of">
          <h2 id="as-of">{texts.asOf}</h2>
          <MomentForm
            key={at}
            className={`row gap-12 align-start margin-top-8 ${styles['pastState']}`}
            label={texts.asOfMoment}
            hint={texts.asOfHint}
            max={toLocalInput(new Date())}
            at={at}
            button={texts.asOfShow}
            kind="secondary"
            show={(moment) => setParams(moment === null ? {} : { at: moment })}
          />
        </section>
      )}
      <PeopleDialog action={openedAction} close={handleClose} onChanged={reloadUsers} />
    </>
  );
}

export function UserDetails({ row }: { row: AccountRow }) {
  const { verified, role, posts, created_at, last_seen, permissions } = row;
  const facts: [name: string, value: ReactNode][] = [
    [texts.role, <bdi key="role">{role}</bdi>],
    [texts.status, <BanState key="status" row={row} />],
    [texts.columns.verified, verified ? texts.yes : texts.no],
    [texts.columns.posts, posts.toLocaleString('en')],
    [texts.columns.created_at, <When key="joined" at={created_at} />],
    [texts.columns.last_seen, last_seen === null ? texts.notSeen : <When key="seen" at={last_seen} />],
    [texts.permissions, permissions.map((key) => keyTexts[key].name).join(', ')],
  ];
  return (
    <dl className={`grid text-14 break-anywhere numbers ${styles['factList']}`}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-13 color-muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
