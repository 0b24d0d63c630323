import { can } from '@guildhall/domain/permissions.js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../../queries/client.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { useSections } from '../../../shared/state/sections.js';
import { useActor } from '../../../shared/state/session.js';
import { ButtonLink } from '../../../ui/button.js';
import { Skeleton } from '../../../ui/skeleton.js';
import admin from '../shared/admin.module.css';
import { PageHead } from '../../../ui/page/page-head.js';
import { useStaffUpdates } from '../../../shared/state/use-staff-updates.js';
import styles from '../users/users.module.css';
import { UserList } from '../users/user-list.js';
import { figures, readReportsPosition, type Figure } from './numbers.js';
import { useUserQuery } from '../users/query.js';
import { texts } from '../users/texts.js';
import { useUserList } from '../users/accounts.js';
import { Alert } from '../../../ui/alert.js';
import { useServerStatus } from '../shared/server-status.js';
import { NextSteps } from './next-steps.js';
import { RecentActions, RecentRegistrations } from './recent.js';

const { dashboard } = texts;

export function DashboardPage() {
  const actor = useActor();
  return (
    <>
      <PageHead title={dashboard.title} body={dashboard.body} />
      <ServerAlert />
      <Figures />
      <div className={`grid ${styles['activity']}`}>
        <div>
          <NextSteps />
          {can(actor, 'view-users') && <RecentRegistrations />}
        </div>
        {can(actor, 'view-audit') && <RecentActions />}
      </div>
      {can(actor, 'view-users') && <Users />}
    </>
  );
}

const figuresKey = 'figures';
const reloadFigures = () => void queryClient.invalidateQueries({ queryKey: [figuresKey] });

function Figures() {
  const actor = useActor();
  const position = useSections((state) => state.position);
  useStaffUpdates('reports', position, async () => {
    reloadFigures();
    return readReportsPosition();
  });
  return (
    <section aria-label={dashboard.numbers}>
      <ul role="list" className={`stack ${styles['figures']}`}>
        {figures.map(
          (figure) => (!figure.needs || can(actor, figure.needs)) && <FigureView key={figure.name} figure={figure} />,
        )}
      </ul>
    </section>
  );
}

function FigureView({ figure: { name, isUrgent, count, ...figure } }: { figure: Figure }) {
  const actor = useActor();
  const { data, isPending } = useQuery(
    {
      queryKey: [figuresKey, name, ...actor.keys],
      queryFn: () => count(actor),
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
  const { value = dashboard.unknown, hint = null, page = figure.page } = data ?? {};
  const urgentClass = isUrgent && data && value !== '0' ? styles['urgent'] : '';
  return (
    <li className={`grid gap-6 bg-raised relative padding-12 ${styles['figure']} ${urgentClass}`} aria-busy={isPending}>
      <span className="muted">
        {page ? (
          <Link to={linkTo(page)} className="whole-row">
            {name}
          </Link>
        ) : (
          name
        )}
      </span>
      {isPending ? (
        <Skeleton width="40%" height={28} />
      ) : (
        <span className={`text-22 ${styles['figureValue']} numbers`}>{value}</span>
      )}
      {hint !== null && <span className="hint">{hint}</span>}
    </li>
  );
}

function Users() {
  const { query, setQuery } = useUserQuery();
  const list = useUserList(query);
  useStaffUpdates('users', list.position, () => {
    reloadFigures();
    return list.reload();
  });
  return (
    <section className={styles['section']}>
      <div className={`row gap-4-16 spread margin-bottom-8 ${styles['sectionHead']}`}>
        <h2>{dashboard.users}</h2>
        <ButtonLink kind="quiet" to={linkTo('adminUsers')}>
          {dashboard.allUsers}
        </ButtonLink>
      </div>
      <UserList list={list} query={query} setQuery={setQuery} selection={null} />
    </section>
  );
}

export function ServerAlert() {
  const state = useServerStatus()?.forwarded_address ?? 'ok';
  return (
    <div className={admin['alerts']}>
      {state !== 'ok' && <Alert kind="error">{texts.dashboard.forwardedAddress[state]}</Alert>}
    </div>
  );
}
