import type { PostRow, ReplyTarget } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { useEffect, useId, useState } from 'react';
import { get } from '../../../shared/api/api.js';
import { linkToPost } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { Button } from '../../../ui/button.js';
import { isIgnored, useIgnored } from '../../../shared/notifications/ignored.js';
import { texts as notifications } from '../../../ui/notifications/texts.js';
import { holdPost } from '../navigation/reading-place.js';
import { getPosts, pageSize } from '../state/api.js';
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
  const row = useReplyRow(threadId, id);
  if (row === undefined) return texts.targetLoading;
  return row === null ? texts.deletedReply : <Excerpt row={row} />;
}

/** Undefined while loading, null if there is none. */
function useReplyRow(threadId: number, id: number): PostRow | null | undefined {
  const loaded = useThread((state) => state.byId[id]);
  const [fetched, setFetched] = useState<PostRow | null>();
  const isLoaded = loaded !== undefined;
  useEffect(() => {
    if (isLoaded) return;
    let current = true;
    const row = getPosts(threadId, `around=${id}&limit=2`).then(({ body }) => body.find((one) => one.id === id));
    void row.catch(() => undefined).then((found) => current && setFetched(found ?? null));
    return () => {
      current = false;
    };
  }, [isLoaded, threadId, id]);
  return loaded ?? fetched;
}

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
        {texts.repliesTo(count)}
      </Button>
      <div id={listId}>{open && <ReplyList id={id} name={name} count={count} />}</div>
    </div>
  );
}

function ReplyList({ id, name, count }: { id: number; name: string; count: number }) {
  const threadId = useThread((state) => state.threadId ?? 0);
  const [rows, setRows] = useState<PostRow[] | null>(null);
  const [more, setMore] = useState(false);
  const [failed, setFailed] = useState(false);
  const load = (after: string) =>
    get<PostRow[]>(`/forums/posts/${id}/replies?limit=${pageSize}&cursor=${after}`).then(
      ({ body, next }) => {
        setRows((before) => [...(after === '' ? [] : (before ?? [])), ...body]);
        setMore(next !== null);
      },
      () => setFailed(true),
    );
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the first page, again for each number of replies
  useEffect(() => void load(''), [id, count]);
  if (failed) return <p role="alert">{texts.repliesFailed}</p>;
  if (!rows) return <p className="faint">{texts.targetLoading}</p>;
  return (
    <>
      <ul aria-label={texts.repliesToPost(name)} className={`muted ${styles['replies']}`}>
        {rows.map((row) => (
          <li key={row.id}>
            <Link to={linkToPost(threadId, row.id)}>#{numberOf(row)}</Link> <Excerpt row={row} />
          </li>
        ))}
      </ul>
      {more && (
        <Button kind="quiet" onClick={() => void load(rows.at(-1)?.order ?? '')}>
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
