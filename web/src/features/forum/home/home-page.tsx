import { useEffect } from 'react';
import { usePageTitle } from '../../../shared/hooks/use-page-title.js';
import { useSession } from '../../../shared/state/session.js';
import { useSite } from '../../../shared/state/site.js';
import { Banners } from './banners.js';
import { ForumList } from './forum-list.js';
import styles from './home.module.css';
import { MemberFinder } from './member-finder.js';
import { MemberHome } from './member-home.js';
import { PlayingCard } from './playing-card.js';
import { RecentPosts } from './recent-posts.js';
import { ServerLinks } from './server-links.js';
import { openHome } from './store.js';

export function HomePage() {
  const username = useSession(({ user }) => user?.username);
  usePageTitle(null);
  useEffect(openHome, []);
  return username === undefined ? <GuestHome /> : <MemberHome username={username} />;
}

function GuestHome() {
  return (
    <>
      <div className={`grid align-start ${styles['topRow']}`}>
        <Hero />
        <PlayingCard />
      </div>
      <Banners />
      <div className={`grid gap-32 align-start ${styles['columns']}`}>
        <div className="grid gap-32">
          <ForumList />
          <RecentPosts />
        </div>
        <MemberFinder />
      </div>
    </>
  );
}

function Hero() {
  const { name, front_title: title, front_text: text } = useSite();
  return (
    <div className={styles['hero']}>
      <h1 dir="auto">{title || name}</h1>
      <p className="color-muted text-18" dir="auto">
        {text}
      </p>
      <ServerLinks />
    </div>
  );
}
