import type { ProfileUser, WallReplyRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { can } from '@guildhall/domain/permissions.js';
import { useMemo, useRef, type ReactNode, type RefObject } from 'react';
import { useActor } from '../../../../shared/state/session.js';
import { Button } from '../../../../ui/button.js';
import { Avatar, MemberName } from '../../../../ui/member.js';
import type { HeldRow } from '../../../../ui/live-list/held-rows.js';
import { MoreRows } from '../../../../ui/loading/more-button.js';
import { EmptyState } from '../../../../ui/empty-state.js';
import { Prose } from '../../../../ui/prose.js';
import { When } from '../../../../ui/time/when.js';
import { UpdatesPill } from '../../../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../../../ui/live-list/use-held-rows.js';
import { DeleteButton } from './delete-button.js';
import { ReportButton } from './report-button.js';
import styles from './wall.module.css';
import { loadEarlierReplies, loadMorePosts, setReplying, useProfile } from '../state/store.js';
import { texts } from '../state/texts.js';
import { writePost, writeReply } from '../state/actions.js';
import { useWallWatch } from './use-wall-watch.js';
import { WallForm } from './wall-form.js';
import { shownPosts, type ShownPost } from '../state/wall-rows.js';

export function Wall({ username, owner }: { username: string; owner: ProfileUser }) {
  const rows = useProfile((state) => state.wall.posts);
  const replies = useProfile((state) => state.wall.replies);
  const replyingTo = useProfile((state) => state.replyingTo);
  const oldest = useProfile((state) => state.wall.oldestReply);
  const next = useProfile((state) => state.next);
  const loadingMore = useProfile((state) => state.loadingMore);
  const posts = useMemo(() => {
    const byId = { ...replyingTo, ...rows.byId };
    return shownPosts({ posts: { ...rows, byId }, replies });
  }, [rows, replies, replyingTo]);
  const texted = useMemo(() => posts.flatMap((post) => [post, ...post.replies]), [posts]);
  const [list, listRef] = useHeldRows<Written>(texted, idOf, {
    scope: `${owner.id} ${Object.values(oldest).join(' ')}`,
  });
  const actor = useActor();
  const heading = useRef<HTMLElement>(null);
  useWallWatch(heading, posts);
  return (
    <section ref={heading} tabIndex={-1} className={styles['wall']} aria-label={texts.wall}>
      <WallForm
        key={actor.userId}
        label={actor.userId === owner.id ? texts.writeOwn : texts.write(owner.username)}
        act={texts.post}
        draftKey={`wall.${owner.id}`}
        failed={texts.postFailed}
        send={(content, key) => writePost(username, content, key)}
      />
      {list.rows.length === 0 && <EmptyState>{texts.noPosts}</EmptyState>}
      <div ref={listRef}>
        <UpdatesPill list={list} />
        <ol role="list">
          {threadsOf(list.rows).map(({ post, blank, replies }) => (
            <WallPost key={post.id} post={post} blank={blank} replies={replies} back={heading} />
          ))}
        </ol>
      </div>
      <MoreRows list={{ next, loadingMore, more: loadMorePosts }} name={texts.morePosts} />
    </section>
  );
}

type Back = RefObject<HTMLElement | null>;
type Written = ShownPost | WallReplyRow;

const idOf = ({ id }: Written): number => id;

interface WallThread {
  post: ShownPost;
  blank: boolean;
  replies: HeldRow<WallReplyRow>[];
}

/** Groups posts with the replies that follow them. */
function threadsOf(rows: readonly HeldRow<Written>[]): WallThread[] {
  const threads: WallThread[] = [];
  for (const { key, row, blank } of rows) {
    if ('replies' in row) threads.push({ post: row, blank, replies: [] });
    else threads.at(-1)?.replies.push({ key, row, blank });
  }
  return threads;
}

function WallPost({ post, blank, replies, back }: WallThread & { back: Back }) {
  const replying = useProfile((state) => state.replyingTo[post.id] !== undefined);
  const gone = useProfile((state) => state.wall.posts.byId[post.id] === undefined);
  const button = useRef<HTMLSpanElement>(null);
  const actor = useActor();
  const may = useMayDelete(post.owner_id);
  // Held-back replies do not count as earlier ones.
  const earlier = blank || gone ? 0 : post.reply_count - post.replies.length;
  const close = () => {
    setReplying(post, false);
    requestAnimationFrame(() => (button.current?.querySelector('button') ?? back.current)?.focus());
  };
  return (
    <li className={`border-top ${styles['post']}`}>
      {blank || gone ? (
        <div data-row tabIndex={-1} />
      ) : (
        <WallEntry
          id={post.id}
          row={{ name: post.author_name, avatar: post.author_avatar, at: post.created_at, html: post.content_html }}
          large
        >
          <span ref={button}>
            <Button kind="quiet" aria-expanded={replying} onClick={() => setReplying(post, !replying)}>
              {texts.reply}
            </Button>
          </span>
          <ReportButton id={post.id} author={post.author_name} authorId={post.author_id} />
          {may(post.author_id) && (
            <DeleteButton
              {...{ id: post.id, parentId: null, back }}
              {...{ title: texts.deletePost(post.author_name), body: texts.deletePostBody }}
            />
          )}
        </WallEntry>
      )}
      <div className={`grid gap-8 ${styles['replies']}`}>
        {earlier > 0 && (
          <Button kind="quiet" onClick={() => void loadEarlierReplies(post.id)}>
            {texts.earlier(earlier)}
          </Button>
        )}
        {replies.length > 0 && (
          <ol role="list">
            {replies.map(({ key, row, blank: isBlank }) =>
              isBlank ? (
                <li key={key} data-row tabIndex={-1} />
              ) : (
                <WallReply key={key} reply={row} mayDelete={may(row.user_id)} back={back} />
              ),
            )}
          </ol>
        )}
        {replying && (
          <WallForm
            key={actor.userId}
            label={texts.replyTo(post.author_name)}
            act={texts.reply}
            draftKey={`wallreply.${post.id}`}
            failed={texts.replyFailed}
            send={(content, key) => writeReply(post.id, content, key)}
            lost={gone ? texts.postGone : null}
            close={close}
          />
        )}
      </div>
    </li>
  );
}

function WallReply({ reply, mayDelete, back }: { reply: WallReplyRow; mayDelete: boolean; back: Back }) {
  const { id, post_id, user_name, user_avatar, created_at, content_html } = reply;
  return (
    <li className={styles['reply']}>
      <WallEntry id={id} row={{ name: user_name, avatar: user_avatar, at: created_at, html: content_html }}>
        <ReportButton id={id} author={user_name} authorId={reply.user_id} />
        {mayDelete && (
          <DeleteButton
            {...{ id, parentId: post_id, back }}
            {...{ title: texts.deleteReply(user_name), body: texts.deleteReplyBody }}
          />
        )}
      </WallEntry>
    </li>
  );
}

interface WallEntryProps {
  id: number;
  row: { name: string; avatar: string | null; at: string; html: string };
  large?: boolean;
  children: ReactNode;
}

function WallEntry({ id, row: { name, avatar, at, html }, large = false, children }: WallEntryProps) {
  return (
    <div data-row data-wallpost={id} className={large ? styles['written'] : styles['writtenSmall']}>
      <Avatar name={name} url={avatar} large={large} />
      <div className="shrinkable">
        <div className={`row ${styles['by']}`}>
          <MemberName name={name} />
          <span className="faint">
            <When at={at} short />
          </span>
          <span className={styles['actions']}>{children}</span>
        </div>
        <Prose html={html} />
      </div>
    </div>
  );
}

/** The author, the owner of the wall and wall moderators may delete. */
function useMayDelete(ownerId: number): (authorId: number) => boolean {
  const actor = useActor();
  const all = can(actor, 'moderate-walls') || actor.userId === ownerId;
  return (authorId) => all || (actor.userId !== null && actor.userId === authorId);
}
