import { linkTo } from '../../../shared/paths.js';
import { useThreadMarks } from '../../../shared/reading/use-thread-marks.js';
import { findPlaceName, useSections } from '../../../shared/state/sections.js';
import { ButtonLink } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { HeldRows, UpdatesPill } from '../../../ui/live-list/updates-pill.js';
import { useTallest } from '../../../ui/live-list/use-tallest.js';
import listStyles from '../list/list.module.css';
import { ThreadRow, ThreadRowSkeleton } from '../list/thread-row.js';
import styles from './home.module.css';
import { maxRecent, useHome } from './store.js';
import { texts } from './texts.js';
import { useRecentThreads } from './use-recent-threads.js';

export function NewThreads() {
  const status = useHome((state) => state.status);
  const sections = useSections((state) => state.sections);
  const [list, listRef] = useRecentThreads(maxRecent);
  const tallest = useTallest();
  useThreadMarks(list.rows.map(({ row }) => row.id));
  return (
    <section className={styles['newThreads']}>
      <div className="row spread">
        <h2>{texts.whatIsNew}</h2>
        <div className="row gap-4">
          <ButtonLink kind="quiet" to={`${linkTo('latest')}?tab=unread`}>
            {texts.unread}
          </ButtonLink>
          <ButtonLink kind="quiet" to={linkTo('latest')}>
            {texts.latest}
          </ButtonLink>
        </div>
      </div>
      <div ref={tallest} className={styles['newRows']}>
        {status === 'failed' && <EmptyState>{texts.recentFailed}</EmptyState>}
        {status === 'ready' && list.rows.length === 0 && <EmptyState>{texts.noRecent}</EmptyState>}
        {status === 'loading' && Array.from({ length: maxRecent }, (_, n) => <ThreadRowSkeleton key={n} />)}
        <div ref={listRef}>
          <UpdatesPill list={list} />
          {list.rows.length > 0 && (
            <ul role="list" data-rows className={`${listStyles['threads']} ${listStyles['compact']}`}>
              <HeldRows list={list}>{(row) => <ThreadRow row={row} place={findPlaceName(sections, row)} />}</HeldRows>
            </ul>
          )}
        </div>
      </div>
    </section>
  );
}
