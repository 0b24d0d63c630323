import { Link } from 'react-router-dom';
import { linkToThread } from '../../shared/paths.js';
import { overall, useSections } from '../../shared/sections.js';
import { Bar } from '../../shared/ui/notice.js';
import { When } from '../../shared/ui/when.js';
import styles from './home.module.css';
import { recentOf, useHome } from './store.js';
import { texts } from './texts.js';

/** How many people and posts there are, and what was said last: all counted, nothing made up. */
export function CommunityCard() {
  const byId = useHome((state) => state.byId);
  const sections = useSections((state) => state.sections);
  const newest = recentOf(byId)[0];
  const all = sections?.map((section) => overall({ section, subsection: null }));
  const threads = all?.reduce((sum, { thread_count }) => sum + thread_count, 0);
  const posts = all?.reduce((sum, { post_count }) => sum + post_count, 0);
  return (
    <section className={styles['community']} aria-label={texts.community}>
      <h2 className={styles['cardHead']}>{texts.community}</h2>
      <dl className={styles['figures']}>
        <Figure name={texts.threads(threads ?? 0)} value={threads} />
        <Figure name={texts.posts(posts ?? 0)} value={posts} />
      </dl>
      <div className={styles['newest']}>
        {newest && (
          <>
            <p>
              {texts.newest} · {newest.last_username} · <When at={newest.last_post_at} short />
            </p>
            <Link to={linkToThread(newest.id)}>{newest.title}</Link>
          </>
        )}
      </div>
    </section>
  );
}

function Figure({ name, value }: { name: string; value: number | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="numbers">
        {value === undefined ? <Bar width="64px" height={34} /> : value.toLocaleString('nl-NL')}
      </dd>
    </div>
  );
}
