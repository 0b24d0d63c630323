import { Skeleton } from '../../ui/skeleton.js';
import styles from './thread.module.css';

export function ThreadSkeleton() {
  return (
    <div className={`grid gap-32 spread ${styles['page']}`}>
      <div className={`shrinkable ${styles['column']}`}>
        <Skeleton width="180px" height={24} />
        <div className={`stack ${styles['skeletonHead']}`}>
          <Skeleton width="70%" height={36} />
          <Skeleton width="120px" />
        </div>
        {[0, 1, 2].map((line) => (
          <div key={line} className={`stack-wide border-bottom ${styles['post']}`}>
            <Skeleton width="44px" height={44} />
            <div className={`stack ${styles['skeletonLines']}`}>
              <Skeleton width="30%" />
              <Skeleton width="96%" />
              <Skeleton width="88%" />
              <Skeleton width="52%" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
