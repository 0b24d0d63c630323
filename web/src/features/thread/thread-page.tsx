import { useEffect, useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { usePageTitle } from '../../shared/page-title.js';
import { linkTo } from '../../shared/paths.js';
import { needSections } from '../../shared/sections.js';
import { ButtonLink } from '../../shared/ui/button.js';
import { LoadFailed } from '../../shared/ui/notice.js';
import { NotFoundPage } from '../not-found/not-found-page.js';
import { UserCards } from '../user-card/user-cards.js';
import { Composer } from './composer.js';
import { openThread } from './open-thread.js';
import { PostList } from './post-list.js';
import { Rail } from './rail.js';
import { useThread } from './store.js';
import { texts } from './texts.js';
import { ThreadHead } from './thread-head.js';
import { ThreadSkeleton } from './thread-skeleton.js';
import styles from './thread.module.css';
import { postIn, useAddress } from './use-address.js';
import { useReadWatch } from './use-read-watch.js';
import { useThreadExtras } from './use-thread-extras.js';

export function ThreadPage() {
  const { id = '' } = useParams();
  return /^[1-9]\d{0,15}$/.test(id) ? <OpenThread key={id} id={Number(id)} /> : <NotFoundPage />;
}

function OpenThread({ id }: { id: number }) {
  const [attempt, setAttempt] = useState(0);
  useEffect(needSections, []);
  const { hash } = useLocation();
  const [target] = useState(() => postIn(hash));
  useEffect(() => openThread(id, target), [id, target, attempt]);
  useAddress(id);
  useThreadExtras(id);
  useReadWatch(id);
  const status = useThread((state) => (state.threadId === id ? state.status : 'loading'));
  const title = useThread((state) => state.thread?.title ?? null);
  const unseen = useThread((state) => state.unseen.length);
  usePageTitle(title, unseen);
  if (status === 'missing') return <NotFoundPage />;
  if (status === 'failed') return <LoadFailed again={() => setAttempt(attempt + 1)} />;
  if (status === 'gone') return <Gone />;
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

function Gone() {
  return (
    <div className={styles['gone']}>
      <h1>{texts.gone}</h1>
      <p>{texts.goneBody}</p>
      <ButtonLink kind="primary" to={linkTo('forums')}>
        {texts.toForums}
      </ButtonLink>
    </div>
  );
}
