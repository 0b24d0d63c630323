import { can } from '@guildhall/domain/permissions.js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../../queries/client.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { useSections } from '../../../shared/state/sections.js';
import { useActor } from '../../../shared/state/session.js';
import { Skeleton } from '../../../ui/skeleton.js';
import tableStyles from '../../../ui/table/table.module.css';
import admin from '../shared/admin.module.css';
import { PageHead } from '../../../ui/page/page-head.js';
import { Pager } from '../../../ui/table/pager.js';
import { useStaffUpdates } from '../../../shared/state/use-staff-updates.js';
import { SortHead } from '../../../ui/table/sort-head.js';
import styles from '../users/users.module.css';
import { NoUsers } from '../users/user-filters.js';
import { figureCount, loadFigures, positionOfReports, type Figure } from './numbers.js';
import { pageSize, sortedBy, type Sort, useUserQuery } from '../users/query.js';
import { texts } from '../users/texts.js';
import { useUserList } from '../users/accounts.js';
import { Alert } from '../../../ui/alert.js';
import { MailAlert, useServerStatus } from '../shared/server-status.js';

const { dashboard } = texts;

export function DashboardPage() {
  const actor = useActor();
  return (
    <>
      <PageHead title={dashboard.title} body={dashboard.body} />
      <ServerAlert />
      <Figures />
      {can(actor, 'view-users') && <Users />}
    </>
  );
}

const figuresKey = 'figures';
const reloadFigures = () => void queryClient.invalidateQueries({ queryKey: [figuresKey] });

function Figures() {
  const actor = useActor();
  const { data: figures = null } = useQuery(
    {
      queryKey: [figuresKey, ...actor.keys],
      queryFn: () => loadFigures(actor),
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
  const position = useSections((state) => state.position);
  const countAgain = async () => {
    reloadFigures();
    return positionOfReports();
  };
  useStaffUpdates('reports', position, countAgain);
  return (
    <section aria-label={dashboard.numbers} aria-busy={figures === null}>
      <ul role="list" className={`stack ${styles['figures']}`}>
        {figures === null
          ? Array.from({ length: figureCount(actor) }, (_, n) => (
              <li key={n} className={`grid gap-6 bg-raised relative padding-12 ${styles['figure']}`}>
                <Skeleton width="60%" />
                <Skeleton width="40%" height={28} />
              </li>
            ))
          : figures.map((figure) => <FigureView key={figure.name} figure={figure} />)}
      </ul>
    </section>
  );
}

function FigureView({ figure: { name, value, hint, page, isUrgent } }: { figure: Figure }) {
  return (
    <li
      className={`grid gap-6 bg-raised relative padding-12 ${styles['figure']} ${isUrgent ? styles['pressing'] : ''}`}
    >
      <span className="muted">
        {page === null ? (
          name
        ) : (
          <Link to={linkTo(page)} className="whole-row">
            {name}
          </Link>
        )}
      </span>
      <span className={`text-22 ${styles['figureValue']} numbers`}>{value ?? dashboard.unknown}</span>
      {hint !== null && <span className="hint">{hint}</span>}
    </li>
  );
}

function Users() {
  const { query, setQuery } = useUserQuery();
  const { rows, loading, total, fault, position, reload } = useUserList(query);
  useStaffUpdates('users', position, () => {
    reloadFigures(); // the figures count accounts too
    return reload();
  });
  const head = (by: Sort) => (
    <SortHead
      name={texts.columns[by]}
      sorted={query.sort === by ? query.order : null}
      sort={() => setQuery(sortedBy(query, by))}
    />
  );
  return (
    <section className={styles['section']}>
      <div className={`row gap-4-16 spread margin-bottom-8 ${styles['sectionHead']}`}>
        <h2>{dashboard.users}</h2>
        <Link to={linkTo('adminUsers')}>{dashboard.allUsers}</Link>
      </div>
      <div className={`card ${styles['tableBox']}`}>
        <table
          className={`${tableStyles['table']} ${styles['table']} ${styles['plain']}`}
          aria-label={texts.table}
          aria-busy={loading}
        >
          <thead>
            <tr>
              {head('username')}
              {head('email')}
            </tr>
          </thead>
          <tbody>
            {loading && rows.length === 0 && skeletons}
            {rows.map(({ id, username, email }) => (
              <tr key={id}>
                <th scope="row">
                  <Link
                    to={linkTo('adminUser', { id: String(id) })}
                    className="link plain-link break-anywhere semibold"
                  >
                    {username}
                  </Link>
                </th>
                <td className={`break-anywhere color-muted ${styles['email']}`}>{email}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!loading && rows.length === 0 && (
        <NoUsers fault={fault} query={query} setQuery={setQuery} again={() => void reload()} />
      )}
      <Pager page={query.page} size={pageSize} total={total} go={(page) => setQuery({ page })} />
    </section>
  );
}

const skeletons = [0, 1, 2, 3, 4, 5, 6, 7].map((line) => (
  <tr key={line} aria-hidden="true">
    <td colSpan={2}>
      <span className="line gap-24">
        <Skeleton width="18%" />
        <Skeleton width="26%" />
      </span>
    </td>
  </tr>
));

/** Warns Admins about the proxy and the mail server. Renders nothing without problems or without a response. */
export function ServerAlert() {
  const state = useServerStatus()?.forwarded_address ?? 'ok';
  return (
    <div className={admin['alerts']}>
      {state !== 'ok' && <Alert kind="error">{texts.dashboard.forwardedAddress[state]}</Alert>}
      <MailAlert />
    </div>
  );
}
