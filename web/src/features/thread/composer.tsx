import type { Me } from '@guildhall/domain/wire/rest.js';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { linkTo } from '../../shared/paths.js';
import { useSession } from '../../shared/session.js';
import { texts as shared } from '../../shared/texts.js';
import { buttonClass } from '../../shared/ui/button.js';
import { Icon } from '../../shared/ui/icon.js';
import styles from './composer.module.css';
import { NewRepliesPill } from './new-replies-pill.js';
import { currentThread, useThread } from './store.js';
import { texts } from './texts.js';
import { useRights } from './use-rights.js';

const ReplyForm = lazy(() => import('./reply-form.js').then((file) => ({ default: file.ReplyForm })));

/** Where one writes; else the reason why one does not. */
export function Composer({ threadId }: { threadId: number }) {
  const user = useSession((state) => state.user);
  return (
    <div className={styles['dock']}>
      <NewRepliesPill />
      {user === null && <LoginFirst />}
      {user && <MemberComposer user={user} threadId={threadId} />}
      {user === undefined && <Place />}
    </div>
  );
}

function LoginFirst() {
  const { pathname } = useLocation();
  return (
    <div className={styles['instead']}>
      <p>{texts.loginFirst}</p>
      <Link className={buttonClass('primary')} to={linkTo('auth')} state={{ from: pathname }}>
        {shared.nav.login}
      </Link>
    </div>
  );
}

function MemberComposer({ user, threadId }: { user: Me; threadId: number }) {
  const rights = useRights();
  const locked = useThread((state) => currentThread(state)?.locked ?? false);
  if (rights.known && !rights.may('reply')) {
    return (
      <p className={styles['instead']}>
        <span className={styles['reason']}>
          <Icon name="lock" />
          {locked ? texts.lockedHere : texts.mayNotReply}
        </span>
      </p>
    );
  }
  return (
    <Suspense fallback={<Place />}>
      <ReplyForm key={`${user.id}.${threadId}`} user={user} threadId={threadId} />
    </Suspense>
  );
}

/** As large as the form that comes. */
function Place() {
  return <div className={styles['place']} />;
}
