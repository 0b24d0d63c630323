import { useEffect, useLayoutEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { lazyComponent } from '../../shared/lazy.js';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { ensureSections } from '../../shared/state/sections.js';
import { ButtonLink } from '../../ui/button.js';
import { LoadError } from '../../ui/alert.js';
import { NotFoundPage } from '../not-found/not-found-page.js';
import { UserCards } from '../user-card/user-cards.js';
import { Composer } from './composer/composer.js';
import { openThread } from './state/open-thread.js';
import { PostList } from './posts/post-list.js';
import { useThread } from './state/store.js';
import { texts } from './state/texts.js';
import { ThreadHead } from './thread-head.js';
import { ThreadSkeleton } from './thread-skeleton.js';
import styles from './thread.module.css';
import { postOfEntry } from './navigation/use-reading-place.js';
import { useReadWatch } from './navigation/use-read-watch.js';
import { useThreadExtras } from './use-thread-extras.js';

/** A phone has no room for it, and its column has a fixed width: nothing moves when it appears. */
const Rail = lazyComponent(() => import('./navigation/rail.js').then((file) => file.Rail));

export function ThreadPage() {
  const { id = '' } = useParams();
  return /^[1-9]\d{0,15}$/.test(id) ? <OpenThread key={id} id={Number(id)} /> : <NotFoundPage />;
}

function OpenThread({ id }: { id: number }) {
  const [attempt, setAttempt] = useState(0);
  useEffect(ensureSections, []);
  useEffect(() => openThread(id, postOfEntry), [id, attempt]);
  useThreadExtras(id);
  useReadWatch(id);
  const status = useThread((state) => (state.threadId === id ? state.status : 'loading'));
  const title = useThread((state) => state.thread?.title ?? null);
  const unseen = useThread((state) => state.unseen.length);
  usePageTitle(title, unseen);
  if (status === 'missing') return <NotFoundPage />;
  if (status === 'failed') return <LoadError again={() => setAttempt(attempt + 1)} />;
  if (status === 'gone') return <ThreadGone />;
  if (status === 'loading') return <ThreadSkeleton />;
  return (
    <div className={styles['page']}>
      <div className={styles['column']}>
        <ThreadHead />
        <PostList />
        <Composer threadId={id} />
      </div>
      <Rail />
      <UserCards />
    </div>
  );
}

/** Replaces what was read: at the top, wherever the reader was in it. */
function ThreadGone() {
  useLayoutEffect(() => void window.scrollTo(0, 0), []);
  return (
    <div className="gone">
      <h1>{texts.gone}</h1>
      <p>{texts.goneBody}</p>
      <ButtonLink kind="primary" to={linkTo('forums')}>
        {texts.toForums}
      </ButtonLink>
    </div>
  );
}
