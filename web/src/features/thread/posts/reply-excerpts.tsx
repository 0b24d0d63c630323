import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { useEffect, useRef } from 'react';
import type { ListKind } from '../../../queries/pages.js';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { useResponse } from '../../../queries/use-response.js';
import { ignoredMembers } from '../../../shared/notifications/member-lists.js';
import { linkToPost } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { renameAuthor } from '../../../shared/state/member-names.js';
import { Button } from '../../../ui/button.js';
import { extractExcerpt } from '../../../ui/reading/excerpt.js';
import { Icon } from '../../../ui/icon.js';
import { texts as notifications } from '../../../ui/notifications/texts.js';
import { pageSize } from '../state/api.js';
import { getDisplayedNumber } from '../state/ordinals.js';
import { useThread } from '../state/store.js';
import { texts } from '../state/texts.js';
import styles from './posts.module.css';

export function TargetText({ threadId, id }: { threadId: number; id: number }) {
  const loadedRow = useThread((state) => state.byId[id]);
  const { body, fault } = useResponse<PostRow[]>(loadedRow ? null : `/forums/posts/${threadId}?around=${id}&limit=2`);
  const row = loadedRow ?? body?.find((reply) => reply.id === id);
  if (row) return <Excerpt row={row} />;
  return body || fault ? texts.deletedReply : texts.targetLoading;
}

export function SolutionPanel({ threadId, id }: { threadId: number; id: number }) {
  return (
    <section className={`relative bg-raised rounded ${styles['solution']}`} aria-label={texts.solution}>
      <p className="flex gap-8 spread">
        <strong className="flex gap-4 align-center color-success">
          <Icon name="check" size={16} />
          {texts.solution}
        </strong>
        <Link className="whole-row nowrap" to={linkToPost(threadId, id)}>
          {texts.goToSolution}
        </Link>
      </p>
      <p className={`muted break-anywhere ${styles['solutionText']}`}>
        <TargetText threadId={threadId} id={id} />
      </p>
    </section>
  );
}

const replies: ListKind<PostRow, PostRow[]> = {
  getRows: (rows) => rows,
  getKey: ({ id }) => id,
  renameRow: renameAuthor,
  size: pageSize,
  most: 100,
};

interface ReplyListProps {
  id: number;
  name: string;
  count: number;
  /** Called if the code cannot be fetched. */
  close: () => void;
}

export function ReplyList({ id, name, count }: ReplyListProps) {
  const threadId = useThread((state) => state.threadId ?? 0);
  const { rows, status, next, loadMore, reload } = usePagedList(replies, `/forums/posts/${id}/replies`);
  const loadedCount = useRef(count);
  useEffect(() => {
    if (loadedCount.current === count) return;
    loadedCount.current = count;
    void reload();
  }, [count, reload]);
  if (status === 'failed') return <p role="alert">{texts.repliesFailed}</p>;
  if (status === 'loading') return <p className="faint">{texts.targetLoading}</p>;
  return (
    <>
      <ul aria-label={texts.repliesToPost(name)} className={`muted ${styles['replies']}`}>
        {rows.map((row) => (
          <li key={row.id}>
            <Link to={linkToPost(threadId, row.id)}>#{getDisplayedNumber(row)}</Link> <Excerpt row={row} />
          </li>
        ))}
      </ul>
      {next !== null && (
        <Button kind="quiet" onClick={() => void loadMore()}>
          {texts.moreReplies}
        </Button>
      )}
    </>
  );
}

function Excerpt({ row }: { row: PostRow }) {
  const isIgnored = ignoredMembers.useIncludes(row.user_id);
  if (isIgnored) return notifications.ignore.folded(row.username);
  return (
    <>
      <strong>{row.username}</strong> <bdi>{extractExcerpt(row.content_html)}</bdi>
    </>
  );
}
