import { useState } from 'react';
import { createLazyComponent } from '../../shared/lazy.js';
import { findPlace, useSections } from '../../shared/state/sections.js';
import { useSession } from '../../shared/state/session.js';
import { texts as shared } from '../../shared/texts.js';
import { Breadcrumb } from '../../ui/breadcrumb.js';
import { Icon } from '../../ui/icon.js';
import { ThreadTitle } from '../../ui/thread-title.js';
import { ManageThread } from './moderation/manage.js';
import { Post } from './posts/post.js';
import { useThread } from './state/store.js';
import styles from './thread.module.css';
import { WatchButton } from '../../ui/notifications/watch-button.js';

const ThreadEditForm = createLazyComponent(() => import('./lazy-parts.js'), 'ThreadEditForm');

export function ThreadHead() {
  const thread = useThread((state) => state.thread);
  const sections = useSections((state) => state.sections);
  const member = useSession((state) => Boolean(state.user));
  const [isEditing, setEditing] = useState(false);
  if (!thread) return null;
  return (
    <>
      <Breadcrumb place={findPlace(sections, thread)} includeCurrent />
      {isEditing ? (
        <ThreadEditForm thread={thread} close={() => setEditing(false)} />
      ) : (
        <>
          <h1 className={`break-anywhere ${styles['title']}`} dir="auto">
            <ThreadTitle thread={thread} />
          </h1>
          <div className={`row muted ${styles['threadFacts']}`}>
            {thread.sticky && <Flag icon="pin" name={shared.pinned} />}
            {thread.locked && <Flag icon="lock" name={shared.locked} />}
            {thread.solution_id && <Flag icon="check" name={shared.solved} />}
            <span className="numbers">{shared.replies(thread.reply_count)}</span>
            {member && <WatchButton kind="thread" id={thread.id} />}
            <ManageThread thread={thread} edit={() => setEditing(true)} />
          </div>
          <ol role="list" className={styles['openingPost']}>
            <Post kind="thread" row={thread} />
          </ol>
        </>
      )}
    </>
  );
}

function Flag({ icon, name }: { icon: 'pin' | 'lock' | 'check'; name: string }) {
  return (
    <span className={`badge gap-4 align-center ${styles['flag']}`}>
      <Icon name={icon} size={14} />
      {name}
    </span>
  );
}
