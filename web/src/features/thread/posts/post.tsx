import type { ReactionCounts } from '@guildhall/domain/reaction/emoji.js';
import type { AuthorFields } from '@guildhall/domain/wire/schemas/fields.js';
import type { ReplyTarget } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ReactNode } from 'react';
import { linkToPost } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { noMembers } from '../../../shared/state/members.js';
import { RoleBadge } from '../../../ui/member.js';
import { Prose } from '../../../ui/prose.js';
import { Ago } from '../../../ui/time/ago.js';
import { ReactionBar } from '../reactions/reaction-bar.js';
import { AuthorName, AuthorPicture } from '../../../ui/user-card/author-link.js';
import { EditedMark } from '../history/edited-mark.js';
import { PostLinks } from './post-links.js';
import { InReplyTo, RepliesTo } from './reply-links.js';
import { QuotePost, ReplyToPost } from './quote-post.js';
import { numberOf } from '../state/ordinals.js';
import { useThread } from '../state/store.js';
import { texts } from '../state/texts.js';
import styles from './posts.module.css';
import { useSession } from '../../../shared/state/session.js';
import { texts as reactionTexts } from '../reactions/texts.js';
import { useRights } from '../state/use-rights.js';

interface PostProps {
  kind: 'post' | 'thread';
  row: AuthorFields & {
    id: number;
    pos: string;
    content_html: string;
    created_at: string;
    edited_at: string | null;
    reactions: ReactionCounts;
    order?: string;
    number?: number;
    reply_to?: ReplyTarget | null;
    reply_count?: number;
  };
  actions?: ReactNode;
  /** Replaces the text while it is being edited. */
  children?: ReactNode;
}

/** Renders a reply or the opening text of a thread. */
export function Post({ kind, row, actions, children }: PostProps) {
  const target = useThread((state) => state.target === row.id);
  const starter = useThread(({ thread }) => kind === 'post' && isSamePerson(thread, row));
  const reason = useReactReason();
  const heading = `by-${row.id}`;
  return (
    <li
      id={`post-${row.id}`}
      className={`stack-wide ${styles['post']} ${target ? `bg-accent-soft ${styles['target']}` : ''}`}
      tabIndex={-1}
      aria-labelledby={heading}
      data-order={row.order}
      data-at={row.created_at}
    >
      <AuthorPicture name={row.username} url={row.avatar_url} />
      <div>
        <h2 id={heading} className="visually-hidden">
          {row.number === undefined
            ? texts.firstPostBy(row.username)
            : texts.numberedReplyBy(numberOf({ number: row.number }), row.username)}
        </h2>
        <div className={`row ${styles['by']}`}>
          <AuthorName name={row.username} />
          <RoleBadge role={row.role} />
          {starter && (
            <span className={`text-13 color-text semibold bg-accent-soft rounded-small ${styles['starter']}`}>
              {texts.starter}
            </span>
          )}
          <span className="faint">
            <Ago at={row.created_at} />
            <EditedMark kind={kind} row={row} />
          </span>
          <PostNumber id={row.id} number={row.number} />
        </div>
        {row.reply_to && <InReplyTo target={row.reply_to} />}
        {children || <Prose html={row.content_html} />}
        <div className={`row spread ${styles['postFoot']}`}>
          <ReactionBar target={{ kind, id: row.id, pos: row.pos, reactions: row.reactions }} reason={reason} />
          <span className={`flow ${styles['links']}`}>
            <ReplyToPost row={row} />
            <QuotePost id={row.id} name={row.username} />
            <PostLinks kind={kind} row={row} />
            {actions}
          </span>
        </div>
        {kind === 'post' && row.reply_count !== undefined && row.reply_count > 0 && (
          <RepliesTo id={row.id} name={row.username} count={row.reply_count} />
        )}
      </div>
    </li>
  );
}

/** All erased members share one name, so they never match. */
function isSamePerson(one: AuthorFields | null, other: AuthorFields): boolean {
  return one?.user_id === other.user_id && other.username !== noMembers;
}

/** The number of a reply links to it. */
function PostNumber({ id, number }: { id: number; number: number | undefined }) {
  const threadId = useThread((state) => state.threadId ?? 0);
  if (number === undefined) return null;
  const shown = numberOf({ number });
  return (
    <Link
      className={`hint align-center no-underline ${styles['number']} numbers`}
      to={linkToPost(threadId, id)}
      aria-label={texts.replyNumber(shown)}
    >
      #{shown}
    </Link>
  );
}

/** Why the person may not react in the open thread; null if they may, or while that is unknown. */
function useReactReason(): string | null {
  const guest = useSession((state) => state.user === null);
  const { known, may } = useRights();
  if (guest) return texts.loginFirst;
  return !known || may('react') ? null : reactionTexts.mayNot;
}
