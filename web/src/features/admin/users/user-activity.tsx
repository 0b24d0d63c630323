import { can } from '@guildhall/domain/permissions.js';
import type { ActivityRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import type { ReportRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { createListKind, type ListKind } from '../../../queries/pages.js';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { linkTo, linkToPost, linkToThread } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { useActor } from '../../../shared/state/session.js';
import { useStaffUpdates } from '../../../shared/state/use-staff-updates.js';
import { PagedRows } from '../../../ui/live-list/paged-rows.js';
import { ThreadTitle } from '../../../ui/thread-title.js';
import { extractExcerpt } from '../../../ui/reading/excerpt.js';
import { When } from '../../../ui/time/when.js';
import { texts as reportTexts } from '../reports/texts.js';
import { texts } from './texts.js';
import styles from './users.module.css';

const getPostKey = ({ kind, id }: ActivityRow): string => `${kind} ${id}`;
const recentPosts: ListKind<ActivityRow, ActivityRow[]> = {
  getRows: (rows) => rows,
  getKey: getPostKey,
  size: 5,
  most: 100,
};
const recentReports = createListKind<ReportRow>(5, 100);

export function UserActivity({ row: { id, username } }: { row: AccountRow }) {
  const seesReports = can(useActor(), 'handle-reports');
  return (
    <div className={`grid ${styles['activity']}`}>
      <RecentPosts key={`posts ${id}`} username={username} />
      {seesReports && <RecentReports key={`reports ${id}`} id={id} />}
    </div>
  );
}

function RecentPosts({ username }: { username: string }) {
  const list = usePagedList(recentPosts, `/profile/${encodeURIComponent(username)}/activity`);
  return (
    <section className={styles['section']} aria-labelledby="recent-posts" aria-busy={list.status === 'loading'}>
      <h2 id="recent-posts">{texts.recentPosts}</h2>
      <PagedRows list={list} getKey={getPostKey} rowHeight={72} none={texts.noPosts} moreLabel={texts.moreHistory}>
        {(row) => (
          <li className="border-bottom padding-y-8 relative hoverable">
            <p className="semibold break-anywhere" dir="auto">
              <Link
                to={row.kind === 'post' ? linkToPost(row.thread_id, row.id) : linkToThread(row.thread_id)}
                className="whole-row plain-link"
              >
                <ThreadTitle thread={row} />
              </Link>
            </p>
            <p className="muted ellipsis" dir="auto">
              {row.content}
            </p>
            <p className="hint">
              {texts.postKinds[row.kind]} · <When at={row.created_at} />
            </p>
          </li>
        )}
      </PagedRows>
    </section>
  );
}

function RecentReports({ id }: { id: number }) {
  const list = usePagedList(recentReports, `/admin/reports?member_id=${id}`);
  useStaffUpdates('reports', list.position, list.reload);
  return (
    <section className={styles['section']} aria-labelledby="recent-reports" aria-busy={list.status === 'loading'}>
      <h2 id="recent-reports">{texts.recentReports}</h2>
      <PagedRows
        list={list}
        getKey={(row) => row.id}
        rowHeight={72}
        none={texts.noReports}
        moreLabel={texts.moreHistory}
      >
        {(row) => (
          <li className="border-bottom padding-y-8 relative hoverable">
            <p className="row gap-8 semibold">
              <Link to={`${linkTo('adminReports')}?status=any&report=${row.id}`} className="whole-row plain-link">
                {reportTexts.names[row.kind]}
              </Link>
              <span className="badge push-end" data-state={row.status}>
                {reportTexts.badges[row.status]}
              </span>
            </p>
            <p className="muted ellipsis" dir="auto">
              {extractExcerpt(row.text_html)}
            </p>
            <p className="hint">
              {texts.by(row.reporter.username)} · <When at={row.created_at} />
            </p>
          </li>
        )}
      </PagedRows>
    </section>
  );
}
