import { useEffect, useState } from 'react';
import { useWide } from '../../shared/hooks/use-wide.js';
import { createLazyComponent } from '../../shared/lazy.js';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { type Params, useParams } from '../../shared/router.js';
import { ensureSections } from '../../shared/state/sections.js';
import { Skeleton } from '../../ui/skeleton.js';
import { LoadError } from '../../ui/alert.js';
import { NotFoundPage } from '../../ui/page/not-found-page.js';
import { ReplyReaders } from '../../ui/prose.js';
import { UserCards } from '../../ui/user-card/user-cards.js';
import { Composer } from './composer/composer.js';
import { createReplyReader } from './state/load-more.js';
import { isPrepared, openThread, prepareThread } from './state/open-thread.js';
import { PostList } from './posts/post-list.js';
import posts from './posts/posts.module.css';
import { useThread } from './state/store.js';
import { ThreadHead } from './thread-head.js';
import styles from './thread.module.css';
import { findTargetOfEntry } from './navigation/use-reading-place.js';
import { useReadWatch } from './navigation/read-watch.js';
import { useThreadExtras } from './use-thread-extras.js';
import { Readers } from './readers/readers.js';
import { Rail } from './position/rail.js';
import { PositionBar } from './position/position-bar.js';

const LostTexts = createLazyComponent(() => import('./lazy-parts.js'), 'LostTexts');
const ThreadGone = createLazyComponent(() => import('./lazy-parts.js'), 'ThreadGone');

export function ThreadPage() {
  const { id = '' } = useParams();
  return isThreadId(id) ? <OpenThread key={id} id={Number(id)} /> : <NotFoundPage />;
}

ThreadPage.prepare = async ({ id = '' }: Params) => {
  if (isThreadId(id)) await prepareThread(Number(id), findTargetOfEntry);
};

const isThreadId = (id: string): boolean => /^[1-9]\d{0,15}$/.test(id);

function OpenThread({ id }: { id: number }) {
  const [attempt, setAttempt] = useState(0);
  // Rows of an earlier visit are shown only to a reader who returns to a position in the thread.
  const [earlier] = useState(() =>
    findTargetOfEntry() === null && !isPrepared(id) ? useThread.getState().visit : null,
  );
  const isWide = useWide();
  useEffect(ensureSections, []);
  useEffect(() => openThread(id, findTargetOfEntry), [id, attempt]);
  useThreadExtras(id);
  useReadWatch(id);
  const status = useThread((state) => (state.threadId === id && state.visit !== earlier ? state.status : 'loading'));
  const title = useThread((state) => state.thread?.title ?? null);
  const unseen = useThread((state) => state.unseen.length);
  usePageTitle(title, unseen);
  if (status === 'missing') return <NotFoundPage extra={<LostTexts threadId={id} />} />;
  if (status === 'failed') return <LoadError retry={() => setAttempt(attempt + 1)} />;
  if (status === 'gone') return <ThreadGone threadId={id} />;
  if (status === 'loading') return <ThreadSkeleton />;
  return (
    <div className={`grid gap-32 spread ${styles['page']}`}>
      <div className={`shrinkable ${styles['column']}`}>
        <ReplyReaders value={createReplyReader}>
          <ThreadHead />
          <PostList />
        </ReplyReaders>
        {!isWide && <Readers />}
        <Composer threadId={id} position={!isWide && <PositionBar />} />
      </div>
      {isWide && <Rail />}
      <UserCards />
    </div>
  );
}

function ThreadSkeleton() {
  return (
    <div className={`grid gap-32 spread ${styles['page']}`}>
      <div className={`shrinkable ${styles['column']}`}>
        <Skeleton width="180px" height={24} />
        <div className={`stack ${styles['skeletonHead']}`}>
          <Skeleton width="70%" height={36} />
          <Skeleton width="120px" />
        </div>
        {[0, 1, 2].map((line) => (
          <div key={line} className={`stack gap-16 ${posts['post']}`}>
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
