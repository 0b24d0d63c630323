import { useEffect } from 'react';
import { usePageTitle } from '../../../shared/hooks/use-page-title.js';
import { Banners } from './banners.js';
import { ForumList } from './forum-list.js';
import { Hero } from './hero.js';
import styles from './home.module.css';
import { MemberFinder } from './member-finder.js';
import { PlayingCard } from './playing-card.js';
import { RecentPosts } from './recent-posts.js';
import { openHome } from './store.js';

export function HomePage() {
  usePageTitle(null);
  useEffect(openHome, []);
  return (
    <>
      <div className={`grid align-start ${styles['top']}`}>
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
