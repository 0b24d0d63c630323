import type { ThreadSummary } from '@guildhall/domain/wire/rest.js';
import { Link } from 'react-router-dom';
import { linkToThread } from '../../shared/paths.js';
import { nearest, placeOf, useSections } from '../../shared/sections.js';
import { Avatar } from '../../shared/ui/member.js';
import { Bar, Empty } from '../../shared/ui/notice.js';
import { When } from '../../shared/ui/when.js';
import styles from './home.module.css';
import { recentOf, useHome } from './store.js';
import { texts } from './texts.js';

export function RecentPosts() {
  const byId = useHome((state) => state.byId);
  const status = useHome((state) => state.recent);
  const sections = useSections((state) => state.sections);
  const rows = recentOf(byId);
  const placeName = (row: ThreadSummary) => {
    const place = placeOf(sections, row);
    return place ? nearest(place).display_name : undefined;
  };
  return (
    <section>
      <h2 className={styles['head']}>{texts.recent}</h2>
      <div className={styles['card']}>
        {status === 'loading' && [0, 1, 2].map((line) => <Skeleton key={line} />)}
        {status === 'failed' && <Empty>{texts.recentFailed}</Empty>}
        {status === 'ready' && rows.length === 0 && <Empty>{texts.noRecent}</Empty>}
        {rows.map((row) => (
          <Link key={row.id} to={linkToThread(row.id)} className={styles['recent']}>
            <Avatar name={row.last_username} url={null} />
            <span className={styles['recentText']}>
              <strong>{row.title}</strong>
              <span className={styles['faint']}>
                {texts.lastBy(row.last_username, placeName(row))} · {texts.replies(row.reply_count)}
              </span>
            </span>
            <span className={styles['faint']}>
              <When at={row.last_post_at} short />
            </span>
          </Link>
        ))}
      </div>
    </section>
  );
}

function Skeleton() {
  return (
    <div className={styles['recent']}>
      <Bar width="32px" height={32} />
      <span className={styles['recentText']}>
        <Bar width="55%" />
        <Bar width="30%" />
      </span>
    </div>
  );
}
