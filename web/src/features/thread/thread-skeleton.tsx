import { Bar } from '../../shared/ui/notice.js';
import styles from './thread.module.css';

export function ThreadSkeleton() {
  return (
    <div className={styles['page']}>
      <div className={styles['column']}>
        <Bar width="180px" height={24} />
        <div className={styles['skeletonHead']}>
          <Bar width="70%" height={36} />
          <Bar width="120px" />
        </div>
        {[0, 1, 2].map((line) => (
          <div key={line} className={styles['post']}>
            <Bar width="44px" height={44} />
            <div className={styles['skeletonLines']}>
              <Bar width="30%" />
              <Bar width="96%" />
              <Bar width="88%" />
              <Bar width="52%" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
