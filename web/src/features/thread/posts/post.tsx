import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { ReactNode } from 'react';
import { linkToPost } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { erasedName } from '../../../shared/state/members.js';
import { RoleBadge } from '../../../ui/member.js';
import { Prose } from '../../../ui/prose.js';
import { TimeAgo } from '../../../ui/time/time-ago.js';
import { ReactionBar, ReactionButton } from '../reactions/reaction-bar.js';
import { AuthorName, AuthorPicture } from '../../../ui/user-card/author-link.js';
import { EditedMark } from '../history/edited-mark.js';
import { PostLinks } from './post-links.js';
import { InReplyTo, RepliesTo } from './reply-links.js';
import { ReplyButtons } from './reply-buttons.js';
import { getDisplayedNumber } from '../state/ordinals.js';
import { useThread } from '../state/store.js';
import { texts } from '../state/texts.js';
import styles from './posts.module.css';
import { useSession } from '../../../shared/state/session.js';
import { texts as reactionTexts } from '../reactions/texts.js';
import { useRights } from '../state/use-rights.js';

type PostProps = ({ kind: 'post'; row: PostRow } | { kind: 'thread'; row: ThreadRow }) & {
  actions?: ReactNode;
  children?: ReactNode;
};

export function Post({ kind, row, actions, children }: PostProps) {
  const reply = kind === 'post' ? row : null;
  const target = useThread((state) => state.target === row.id);
  // All erased members share one name, so they never match.
  const isStarter = useThread(
    ({ thread }) => reply !== null && thread?.user_id === row.user_id && row.username !== erasedName,
  );
  const isSolution = useThread(({ thread }) => thread?.solution_id === row.id);
  const { isLoaded, may } = useRights();
  const guest = useSession((state) => state.user === null);
  const reactReason = guest ? reactionTexts.logInToReact : isLoaded && !may('react') ? reactionTexts.mayNot : null;
  const reactions = { target: { kind, id: row.id, pos: row.pos, reactions: row.reactions }, reason: reactReason };
  const heading = `by-${row.id}`;
  return (
    <li
      id={`post-${row.id}`}
      className={`stack gap-16 ${styles['post']} ${target ? `bg-accent-soft ${styles['target']}` : ''}`}
      tabIndex={-1}
      aria-labelledby={heading}
      data-order={reply?.order}
      data-at={row.created_at}
    >
      <AuthorPicture name={row.username} url={row.avatar_url} />
      <div>
        <h2 id={heading} className="visually-hidden">
          {reply ? texts.numberedReplyBy(getDisplayedNumber(reply), row.username) : texts.firstPostBy(row.username)}
        </h2>
        <div className={`row ${styles['byline']}`}>
          <AuthorName name={row.username} />
          <RoleBadge role={row.role} />
          {isStarter && (
            <span className={`text-13 color-text semibold bg-accent-soft rounded-small ${styles['starterBadge']}`}>
              {texts.starter}
            </span>
          )}
          {isSolution && <span className="text-13 color-success semibold">{texts.solution}</span>}
          <span className="faint age">
            <TimeAgo at={row.created_at} />
            <EditedMark kind={kind} row={row} />
          </span>
          {reply && (
            <Link
              className={`hint align-center no-underline ${styles['number']} numbers`}
              to={linkToPost(reply.thread_id, reply.id)}
              aria-label={texts.replyNumber(getDisplayedNumber(reply))}
            >
              #{getDisplayedNumber(reply)}
            </Link>
          )}
        </div>
        {reply?.reply_to && <InReplyTo target={reply.reply_to} />}
        {children || <Prose html={row.content_html} />}
        <div className="row spread post-foot">
          <ReactionBar {...reactions} />
          <span className="flow justify-end">
            <ReactionButton {...reactions} />
            {may('reply') && <ReplyButtons row={row} number={reply && getDisplayedNumber(reply)} />}
            <PostLinks kind={kind} row={row} />
            {actions}
          </span>
        </div>
        {reply && reply.reply_count > 0 && <RepliesTo id={row.id} name={row.username} count={reply.reply_count} />}
      </div>
    </li>
  );
}
