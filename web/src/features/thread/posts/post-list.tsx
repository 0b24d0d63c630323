import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ThreadActionRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { createLazyComponent } from '../../../shared/lazy.js';
import { useSession } from '../../../shared/state/session.js';
import { ignoredMembers } from '../../../shared/notifications/member-lists.js';
import { EndWatch } from '../navigation/end-watch.js';
import { GapRow } from '../navigation/gap-row.js';
import { ManageReply } from '../moderation/manage.js';
import { useOutbox } from '../state/pending-replies.js';
import { Post } from './post.js';
import { findFirstNew, sortPosts, useThread } from '../state/store.js';
import { texts, type ActionText } from '../state/texts.js';
import { BlankRow, UpdatesPill } from '../../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../../ui/live-list/use-held-rows.js';
import { Prose } from '../../../ui/prose.js';
import { holdPost } from '../navigation/reading-place.js';
import styles from './posts.module.css';
import { useThreadReadingPlace } from '../navigation/use-reading-place.js';
import { isInGap } from '../state/window.js';
import { actionSigns } from '../../../ui/emoji/drawn.js';
import { Emoji } from '../../../ui/emoji/emoji.js';
import { TimeAgo } from '../../../ui/time/time-ago.js';
import { AuthorName } from '../../../ui/user-card/author-link.js';
import { Button } from '../../../ui/button.js';
import { texts as notificationTexts } from '../../../ui/notifications/texts.js';

const DeletedStub = createLazyComponent(() => import('../member-parts.js'), 'DeletedStub');
const PendingPost = createLazyComponent(() => import('../member-parts.js'), 'PendingPost');
const SolutionPanel = createLazyComponent(() => import('./reply-excerpts.js'), 'SolutionPanel');
const EditForm = createLazyComponent(() => import('../lazy-parts.js'), 'EditForm');

const stubSlot = <li className={styles['stub']} />;

interface Line {
  key: string;
  order: string;
  content: ReactNode;
}

export function PostList() {
  const visibleRows = useThread((state) => state.byId);
  // A reply's edit form stays open if the reply is deleted so that no text is lost.
  const [editedRows, setEdited] = useState<Record<number, PostRow>>({});
  const byId = { ...editedRows, ...visibleRows };
  const gaps = useThread((state) => state.gaps);
  const newAfter = useThread((state) => state.newAfter);
  const threadId = useThread((state) => state.threadId);
  const solutionId = useThread((state) => state.thread?.solution_id ?? null);
  const userId = useSession((state) => state.user?.id);
  // A newly sent reply must appear in the same render because the page then scrolls to it.
  useEffect(() => {
    if (userId !== undefined) PendingPost.preload();
  }, [userId]);
  const outbox = useOutbox((state) => state.entries);
  const actions = useThread((state) => state.actions);
  const deletedRows = useThread((state) => state.deletedRows);
  const pendingReplies = outbox.filter(
    (entry) => entry.threadId === threadId && entry.userId === userId && !byId[entry.id],
  );
  const firstNewKey = `post ${findFirstNew({ byId, gaps, newAfter })?.id}`;
  const setEditing = (row: PostRow, on: boolean) => {
    holdPost(row.id);
    setEdited(({ [row.id]: _, ...others }) => (on ? { ...others, [row.id]: row } : others));
  };
  const reply = (row: PostRow) => (
    <Reply row={row} editing={editedRows[row.id] !== undefined} setEditing={(on) => setEditing(row, on)} />
  );
  // Rows are in log order. Those inside a gap stay hidden until the gap is loaded.
  const isLoaded = ({ order }: { order: string }) => !isInGap(gaps, order);
  const hiddenRows = deletedRows.filter((row) => !byId[row.id] && isLoaded(row));
  const lines: Line[] = [
    ...sortPosts(byId).map((row) => ({ key: `post ${row.id}`, order: row.order, content: reply(row) })),
    ...actions
      .filter(isLoaded)
      .map((row) => ({ key: `act ${row.id}`, order: row.order, content: <ActionRow action={row} /> })),
    ...hiddenRows.map((row) => ({
      key: `deleted ${row.id}`,
      order: row.order,
      content: <DeletedStub row={row} fallback={stubSlot} />,
    })),
    ...gaps.map((gap) => ({
      key: `gap ${gap.after}`,
      order: gap.after && `${gap.after}~`,
      content: <GapRow gap={gap} />,
    })),
  ].sort((one, other) => (one.order < other.order ? -1 : 1));
  // The solution is part of the list so that marking one elsewhere does not move the replies that the reader points at.
  if (threadId !== null && solutionId !== null) {
    lines.unshift({ key: 'solution', order: '', content: <Solution threadId={threadId} id={solutionId} /> });
  }
  // Loading a gap changes the scope so that its replies appear immediately in the space that the gap's row reserved.
  // Reloading the thread sets equal gaps, which must not release the rows.
  const [list, listRef] = useHeldRows(lines, getKey, { scope: JSON.stringify(gaps), ignoresScroll: true });
  useThreadReadingPlace(threadId);
  return (
    <section ref={listRef} aria-label={texts.posts}>
      <UpdatesPill list={list} />
      <ol role="list" data-rows className={styles['posts']}>
        {list.rows.map(({ key, row, blank }) => (
          <Fragment key={key}>
            {key === firstNewKey && <NewRepliesDivider />}
            {blank ? <BlankRow /> : row.content}
          </Fragment>
        ))}
        {pendingReplies.map((entry) => (
          <PendingPost key={entry.id} entry={entry} />
        ))}
      </ol>
      <Announcer />
      <EndWatch shown={`${lines.length} ${pendingReplies.map(({ state }) => state).join(' ')}`} />
    </section>
  );
}

const getKey = ({ key }: Line): string => key;

function Solution(target: { threadId: number; id: number }) {
  return (
    <li className={styles['solutionRow']}>
      <SolutionPanel {...target} fallback={<div className={styles['solution']} />} />
    </li>
  );
}

interface ReplyProps {
  row: PostRow;
  editing: boolean;
  setEditing: (on: boolean) => void;
}

function Reply({ row, editing, setEditing }: ReplyProps) {
  const [isShown, setShown] = useState(false);
  const isIgnored = ignoredMembers.useIncludes(row.user_id);
  const isGone = useThread((state) => state.byId[row.id] === undefined);
  if (isIgnored && !isShown) return <FoldedReply row={row} show={() => setShown(true)} />;
  return (
    <Post kind="post" row={row} actions={!editing && <ManageReply row={row} edit={() => setEditing(true)} />}>
      {editing && (
        <EditForm
          row={row}
          isGone={isGone}
          close={() => setEditing(false)}
          fallback={<Prose html={row.content_html} />}
        />
      )}
    </Post>
  );
}

function NewRepliesDivider() {
  return (
    <li id="new-replies" data-between className={`line text-13 color-link relative ${styles['newLine']}`}>
      <span>{texts.newHere}</span>
    </li>
  );
}

function Announcer() {
  const newestBy = useThread((state) => state.newestBy);
  const newest = useThread((state) => state.unseen.at(-1));
  return (
    <p className="visually-hidden" aria-live="polite">
      {newestBy !== null && <span key={newest}>{texts.replyBy(newestBy)}</span>}
    </p>
  );
}

function ActionRow({ action }: { action: ThreadActionRow }) {
  return (
    <li className={`border-bottom ${styles['actionRow']}`}>
      <span>
        <Emoji sprite="actions" name={action.kind} character={actionSigns[action.kind]} />
      </span>
      <p>
        {action.by === null ? <strong>{texts.theSite}</strong> : <AuthorName name={action.by} />}{' '}
        {getActionText(action)} ·{' '}
        <span className="age">
          <TimeAgo at={action.at} />
        </span>
      </p>
    </li>
  );
}

function getActionText({ kind, from, to }: ThreadActionRow): string {
  const text: ActionText = texts.acts[kind];
  return typeof text === 'string' ? text : text(from, to);
}

function FoldedReply({ row, show }: { row: PostRow; show: () => void }) {
  return (
    <li
      id={`post-${row.id}`}
      className={`border-bottom ${styles['stub']}`}
      tabIndex={-1}
      data-order={row.order}
      data-at={row.created_at}
    >
      <div className={styles['stubLine']}>
        <p>{notificationTexts.ignore.folded(row.username)}</p>
        <Button kind="quiet" onClick={show}>
          {notificationTexts.ignore.show}
        </Button>
      </div>
    </li>
  );
}
