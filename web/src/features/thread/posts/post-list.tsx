import type { DeletedPostRow, PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ThreadActionRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { Fragment, useState } from 'react';
import { lazyComponent } from '../../../shared/lazy.js';
import { useSession } from '../../../shared/state/session.js';
import { isIgnored, useIgnored } from '../../../shared/notifications/ignored.js';
import { EndWatch } from '../navigation/end-watch.js';
import { GapRow } from '../navigation/gap-row.js';
import { ManageReply } from '../moderation/manage.js';
import { useOutbox } from '../state/outbox.js';
import { PendingPost } from './pending-post.js';
import { Post } from './post.js';
import { firstNew, inOrder, useThread } from '../state/store.js';
import { texts, type ActionText } from '../state/texts.js';
import { BlankRow, UpdatesPill } from '../../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../../ui/live-list/use-held-rows.js';
import { Prose } from '../../../ui/prose.js';
import { holdPost } from '../navigation/reading-place.js';
import styles from './posts.module.css';
import { useReadingPlaceOf } from '../navigation/use-reading-place.js';
import { isInGap, type Gap } from '../state/window.js';
import { actionSigns } from '../../../ui/emoji/drawn.js';
import { Emoji } from '../../../ui/emoji/emoji.js';
import { Ago } from '../../../ui/time/ago.js';
import { AuthorName } from '../../../ui/user-card/author-link.js';
import { Button } from '../../../ui/button.js';
import { texts as notificationTexts } from '../../../ui/notifications/texts.js';

const DeletedStub = lazyComponent(() => import('./deleted-stub.js').then((file) => file.DeletedStub));
const EditForm = lazyComponent(() => import('../composer/edit-form.js').then((file) => file.EditForm));

type Line =
  | { kind: 'post'; order: string; row: PostRow }
  | { kind: 'act'; order: string; row: ThreadActionRow }
  | { kind: 'deleted'; order: string; row: DeletedPostRow }
  | { kind: 'gap'; order: string; row: Gap };

export function PostList() {
  const visible = useThread((state) => state.byId);
  // The form of an edited reply stays when the reply is deleted, so that no text is lost.
  const [edited, setEdited] = useState<Record<number, PostRow>>({});
  const byId = { ...edited, ...visible };
  const gaps = useThread((state) => state.gaps);
  const newAfter = useThread((state) => state.newAfter);
  const threadId = useThread((state) => state.threadId);
  const userId = useSession((state) => state.user?.id);
  const outbox = useOutbox((state) => state.entries);
  const actions = useThread((state) => state.actions);
  const deleted = useThread((state) => state.deletedRows);
  const pending = outbox.filter((entry) => entry.threadId === threadId && entry.userId === userId && !byId[entry.id]);
  const firstNewId = firstNew({ byId, gaps, newAfter })?.id;
  const lines = linesOf({ byId, gaps, actions, deleted });
  // The replies of a loaded gap appear at once, because the gap's row made room for them.
  const [list, listRef] = useHeldRows(lines, keyOf, { scope: gaps });
  useReadingPlaceOf(threadId);
  const setEditing = (row: PostRow, on: boolean) => {
    holdPost(row.id);
    setEdited(({ [row.id]: _, ...others }) => (on ? { ...others, [row.id]: row } : others));
  };
  const viewOf = (line: Line) => {
    if (line.kind === 'act') return <ActionRow act={line.row} />;
    if (line.kind === 'gap') return <GapRow gap={line.row} />;
    if (line.kind === 'deleted') return <DeletedStub row={line.row} />;
    const { row } = line;
    return <Reply row={row} editing={edited[row.id] !== undefined} setEditing={(on) => setEditing(row, on)} />;
  };
  return (
    <section ref={listRef} aria-label={texts.posts}>
      <UpdatesPill list={list} />
      <ol role="list" data-rows className={styles['posts']}>
        {list.rows.map(({ key, row: line, blank }) => (
          <Fragment key={key}>
            {line.kind === 'post' && line.row.id === firstNewId && <NewRepliesDivider />}
            {blank ? <BlankRow /> : viewOf(line)}
          </Fragment>
        ))}
        {pending.map((entry) => (
          <PendingPost key={entry.id} entry={entry} />
        ))}
      </ol>
      <Announcer />
      <EndWatch shown={`${lines.length} ${pending.map(({ state }) => state).join(' ')}`} />
    </section>
  );
}

const keyOf = (line: Line): string => `${line.kind} ${line.kind === 'gap' ? line.row.after : line.row.id}`;

interface Loaded {
  byId: Record<number, PostRow>;
  gaps: readonly Gap[];
  actions: readonly ThreadActionRow[];
  deleted: readonly DeletedPostRow[];
}

/** In log order; rows inside a gap wait until it is loaded. */
function linesOf({ byId, gaps, actions, deleted }: Loaded): Line[] {
  const between: Line[] = [
    ...actions.map((row): Line => ({ kind: 'act', order: row.order, row })),
    ...deleted.filter(({ id }) => !byId[id]).map((row): Line => ({ kind: 'deleted', order: row.order, row })),
  ].filter(({ order }) => !isInGap(gaps, order));
  const lines: Line[] = [
    ...inOrder(byId).map((row): Line => ({ kind: 'post', order: row.order, row })),
    ...between,
    ...gaps.map((row): Line => ({ kind: 'gap', order: row.after && `${row.after}~`, row })),
  ];
  return lines.sort((one, other) => (one.order < other.order ? -1 : 1));
}

interface ReplyProps {
  row: PostRow;
  editing: boolean;
  setEditing: (on: boolean) => void;
}

function Reply({ row, editing, setEditing }: ReplyProps) {
  const [shown, setShown] = useState(false);
  const ignored = useIgnored((state) => isIgnored(state, row.user_id));
  const gone = useThread((state) => state.byId[row.id] === undefined);
  if (ignored && !shown) return <FoldedReply row={row} show={() => setShown(true)} />;
  return (
    <Post kind="post" row={row} actions={!editing && <ManageReply row={row} edit={() => setEditing(true)} />}>
      {editing && (
        <EditForm row={row} gone={gone} close={() => setEditing(false)} fallback={<Prose html={row.content_html} />} />
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

function ActionRow({ act }: { act: ThreadActionRow }) {
  return (
    <li className={`border-bottom ${styles['act']}`}>
      <span>
        <Emoji sprite="actions" name={act.kind} character={actionSigns[act.kind]} />
      </span>
      <p>
        {act.by === null ? <strong>{texts.theSite}</strong> : <AuthorName name={act.by} />} {actionText(act)} ·{' '}
        <Ago at={act.at} />
      </p>
    </li>
  );
}

function actionText({ kind, from, to }: ThreadActionRow): string {
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
