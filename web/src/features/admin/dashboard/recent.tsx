import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { createListKind } from '../../../queries/pages.js';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { useStaffUpdates } from '../../../shared/state/use-staff-updates.js';
import { ButtonLink } from '../../../ui/button.js';
import { PagedRows, type PagedRowsProps } from '../../../ui/live-list/paged-rows.js';
import { Avatar, MemberName } from '../../../ui/member.js';
import { When } from '../../../ui/time/when.js';
import { groupIntoBatches, getBatchKey, summarizeBatch } from '../audit/batches.js';
import { texts as auditTexts } from '../audit/texts.js';
import { texts } from '../users/texts.js';
import styles from '../users/users.module.css';

const { dashboard } = texts;
const maxActions = 8;
const maxAccounts = 5;
const actions = createListKind<AuditRow>(50, 50);
const registrations = createListKind<AccountRow>(maxAccounts, maxAccounts);

export function RecentActions() {
  const list = usePagedList(actions, '/admin/audit');
  useStaffUpdates('audit', list.position, list.reload);
  const rows = groupIntoBatches(list.rows).slice(0, maxActions);
  return (
    <Recent
      title={dashboard.recentActions}
      page="adminAudit"
      moreLabel={dashboard.allActions}
      list={{ ...list, rows }}
      getKey={getBatchKey}
      none={auditTexts.none}
      skeletonCount={maxActions}
    >
      {(batch) => {
        const [{ actor, at }] = batch;
        const { action, subjects } = summarizeBatch(batch);
        return (
          <li className="border-bottom padding-y-8">
            <p className="line spread">
              <span className="shrinkable">
                {actor ? <MemberName name={actor.username} /> : <strong>{auditTexts.installation}</strong>} · {action}
              </span>
              <span className="hint nowrap">
                <When at={at} short />
              </span>
            </p>
            <p className="muted ellipsis" dir="auto">
              {subjects}
            </p>
          </li>
        );
      }}
    </Recent>
  );
}

export function RecentRegistrations() {
  const list = usePagedList(registrations, '/admin/users?sort=created_at&order=desc');
  useStaffUpdates('users', list.position, list.reload);
  return (
    <Recent
      title={dashboard.registrations}
      page="adminUsers"
      moreLabel={dashboard.allUsers}
      list={list}
      getKey={({ id }) => id}
      none={texts.none}
      skeletonCount={maxAccounts}
    >
      {({ id, username, avatar_url, verified, created_at }) => (
        <li className="line gap-12 border-bottom padding-y-8 relative hoverable">
          <Avatar name={username} url={avatar_url} />
          <span className="grow">
            <Link to={linkTo('adminUser', { id: String(id) })} className="whole-row plain-link semibold break-anywhere">
              {username}
            </Link>
            <span className="hint grid">{texts.verifiedIs(verified)}</span>
          </span>
          <span className="hint nowrap">
            <When at={created_at} short />
          </span>
        </li>
      )}
    </Recent>
  );
}

interface RecentProps<Row> extends Omit<PagedRowsProps<Row>, 'rowHeight'> {
  title: string;
  page: 'adminAudit' | 'adminUsers';
}

/** Shows a list's newest rows, with a link to all of them. */
function Recent<Row>({ title, page, list, ...rows }: RecentProps<Row>) {
  return (
    <section className={styles['section']} aria-label={title}>
      <div className={`row gap-4-16 spread ${styles['sectionHead']}`}>
        <h2>{title}</h2>
        <ButtonLink kind="quiet" to={linkTo(page)}>
          {rows.moreLabel}
        </ButtonLink>
      </div>
      <PagedRows {...rows} list={{ ...list, next: null }} rowHeight={60} />
    </section>
  );
}
