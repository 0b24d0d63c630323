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
      <div className={styles['top']}>
        <Hero />
        <PlayingCard />
      </div>
      <Banners />
      <div className={styles['columns']}>
        <div className={styles['column']}>
          <ForumList />
          <RecentPosts />
        </div>
        <MemberFinder />
      </div>
    </>
  );
}
