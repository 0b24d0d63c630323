import type { PostRow, ReplyTarget } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { useId, useState } from 'react';
import type { ListKind } from '../../../queries/pages.js';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { useResponse } from '../../../queries/use-response.js';
import { linkToPost } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { namedAuthor } from '../../../shared/state/member-names.js';
import { texts as shared } from '../../../shared/texts.js';
import { Button } from '../../../ui/button.js';
import { isIgnored, useIgnored } from '../../../shared/notifications/ignored.js';
import { texts as notifications } from '../../../ui/notifications/texts.js';
import { holdPost } from '../navigation/reading-place.js';
import { pageSize } from '../state/api.js';
import { numberOf } from '../state/ordinals.js';
import { useThread } from '../state/store.js';
import { texts } from '../state/texts.js';
import styles from './posts.module.css';

export function InReplyTo({ target }: { target: ReplyTarget }) {
  const threadId = useThread((state) => state.threadId ?? 0);
  const [shown, setShown] = useState(false);
  const id = useId();
  if (target.deleted) return <p className="faint">{texts.inReplyToDeleted}</p>;
  const show = () => setShown(true);
  const hide = () => setShown(false);
  return (
    <p
      className={`faint relative ${styles['inReplyTo']}`}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && show()}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={({ key }) => key === 'Escape' && hide()}
    >
      <Link to={linkToPost(threadId, target.id)} aria-describedby={shown ? id : undefined}>
        {texts.inReplyTo(numberOf(target))}
      </Link>
      {shown && (
        <span
          id={id}
          role="tooltip"
          className={`floating popup break-anywhere color-text padding-8-12 ${styles['targetText']}`}
        >
          <TargetText threadId={threadId} id={target.id} />
        </span>
      )}
    </p>
  );
}

function TargetText({ threadId, id }: { threadId: number; id: number }) {
  const loaded = useThread((state) => state.byId[id]);
  const { body, fault } = useResponse<PostRow[]>(loaded ? null : `/forums/posts/${threadId}?around=${id}&limit=2`);
  const row = loaded ?? body?.find((reply) => reply.id === id);
  if (row) return <Excerpt row={row} />;
  return body || fault ? texts.deletedReply : texts.targetLoading;
}

const replies: ListKind<PostRow, PostRow[]> = {
  rowsOf: (rows) => rows,
  keyOf: ({ id }) => id,
  named: namedAuthor,
  size: pageSize,
  most: 100,
};

/** Loads again when the count changes. */
export function RepliesTo({ id, name, count }: { id: number; name: string; count: number }) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  const toggle = () => {
    holdPost(id);
    setOpen(!open);
  };
  return (
    <div>
      <Button kind="quiet" aria-expanded={open} aria-controls={listId} onClick={toggle}>
        {shared.replies(count)}
      </Button>
      <div id={listId}>{open && <ReplyList key={count} id={id} name={name} />}</div>
    </div>
  );
}

function ReplyList({ id, name }: { id: number; name: string }) {
  const threadId = useThread((state) => state.threadId ?? 0);
  const { rows, status, next, more } = usePagedList(replies, `/forums/posts/${id}/replies`);
  if (status === 'failed') return <p role="alert">{texts.repliesFailed}</p>;
  if (status === 'loading') return <p className="faint">{texts.targetLoading}</p>;
  return (
    <>
      <ul aria-label={texts.repliesToPost(name)} className={`muted ${styles['replies']}`}>
        {rows.map((row) => (
          <li key={row.id}>
            <Link to={linkToPost(threadId, row.id)}>#{numberOf(row)}</Link> <Excerpt row={row} />
          </li>
        ))}
      </ul>
      {next !== null && (
        <Button kind="quiet" onClick={() => void more()}>
          {texts.moreReplies}
        </Button>
      )}
    </>
  );
}

function Excerpt({ row }: { row: PostRow }) {
  const ignored = useIgnored((state) => isIgnored(state, row.user_id));
  if (ignored) return notifications.ignore.folded(row.username);
  const text = new DOMParser().parseFromString(row.content_html, 'text/html').body.textContent;
  return (
    <>
      <strong>{row.username}</strong> <bdi>{text}</bdi>
    </>
  );
}
