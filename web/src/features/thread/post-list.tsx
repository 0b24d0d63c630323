import type { PostRow } from '@guildhall/domain/wire/rest.js';
import { Fragment, lazy, Suspense, useState } from 'react';
import { useSession } from '../../shared/session.js';
import { EndWatch } from './end-watch.js';
import { GapLine } from './gap-line.js';
import { ManageReply } from './manage.js';
import { useOutbox } from './outbox.js';
import { PendingPost } from './pending-post.js';
import { Post } from './post.js';
import { inOrder, useThread } from './store.js';
import { texts } from './texts.js';
import styles from './thread.module.css';

const EditForm = lazy(() => import('./edit-form.js').then((file) => ({ default: file.EditForm })));

/** The loaded replies, the line where some are not loaded, and the writer's own that are on their way. */
export function PostList() {
  const byId = useThread((state) => state.byId);
  const gap = useThread((state) => state.gap);
  const newFrom = useThread((state) => state.newFrom);
  const threadId = useThread((state) => state.threadId);
  const newestBy = useThread((state) => state.newestBy);
  const newest = useThread((state) => state.unseen.at(-1));
  const userId = useSession((state) => state.user?.id);
  const outbox = useOutbox((state) => state.entries);
  const rows = inOrder(byId);
  const pending = outbox.filter((entry) => entry.threadId === threadId && entry.userId === userId && !byId[entry.id]);
  const gapBefore = gap ? rows.find(({ order }) => order >= gap.before)?.id : undefined;
  return (
    <section aria-label={texts.posts}>
      <ol role="list" className={styles['posts']}>
        {rows.map((row) => (
          <Fragment key={row.id}>
            {row.id === gapBefore && <GapLine />}
            {row.order === newFrom && <NewLine />}
            <Reply row={row} />
          </Fragment>
        ))}
        {pending.map((entry) => (
          <PendingPost key={entry.id} entry={entry} />
        ))}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {newestBy !== null && <span key={newest}>{texts.replyBy(newestBy)}</span>}
      </p>
      <EndWatch shown={`${rows.length} ${pending.map(({ state }) => state).join(' ')}`} />
    </section>
  );
}

function Reply({ row }: { row: PostRow }) {
  const [editing, setEditing] = useState(false);
  return (
    <Post row={row} actions={!editing && <ManageReply row={row} edit={() => setEditing(true)} />}>
      {editing && (
        <Suspense fallback={null}>
          <EditForm row={row} close={() => setEditing(false)} />
        </Suspense>
      )}
    </Post>
  );
}

function NewLine() {
  return (
    <li id="new-replies" className={styles['newLine']}>
      <span>{texts.newHere}</span>
    </li>
  );
}
