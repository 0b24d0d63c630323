import type { ProfileUser, WallReplyRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { useEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import { reportSeen } from '../../../../shared/notifications/report-seen.js';
import { useLocation } from '../../../../shared/router.js';
import { watchInView } from '../../../../shared/reading/watch-in-view.js';
import { useSession } from '../../../../shared/state/session.js';
import { Button } from '../../../../ui/button.js';
import { runAfterRender } from '../../../../ui/editor/insert-text.js';
import { EmptyState } from '../../../../ui/empty-state.js';
import type { HeldRow } from '../../../../ui/live-list/held-rows.js';
import { UpdatesPill } from '../../../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../../../ui/live-list/use-held-rows.js';
import { MoreRows } from '../../../../ui/loading/more-button.js';
import { NextSteps } from '../../../../ui/page/lazy-next-steps.js';
import { Avatar, MemberName } from '../../../../ui/member.js';
import { IconButton } from '../../../../ui/icon-button.js';
import { Prose } from '../../../../ui/prose.js';
import { TimeAgo } from '../../../../ui/time/time-ago.js';
import { writePost, writeReply } from '../state/actions.js';
import { loadEarlierReplies, loadMorePosts, loadUpToPost, setReplying, useProfile } from '../state/store.js';
import { profileTexts as texts } from '../../texts.js';
import { listShownPosts, type ShownPost } from '../state/wall-rows.js';
import { TextActions } from './text-actions.js';
import { WallForm } from './wall-form.js';
import styles from './wall.module.css';

export function Wall({ username, owner }: { username: string; owner: ProfileUser }) {
  const { wall, replyingTo, next, loadingMore, earlierLoads, status } = useProfile();
  const posts = useMemo(() => {
    const byId = { ...replyingTo, ...wall.posts.byId };
    return listShownPosts({ ...wall, posts: { ...wall.posts, byId } });
  }, [wall, replyingTo]);
  const wallRows = useMemo(() => posts.flatMap((post) => [post, ...post.replies]), [posts]);
  const [list, listRef] = useHeldRows<WallRow>(wallRows, getId, { scope: `${owner.id} ${earlierLoads}` });
  const userId = useSession((state) => state.user?.id ?? null);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (userId === null || !section.current) return;
    const entries = section.current.querySelectorAll<HTMLElement>('[data-wallpost]');
    return watchInView(entries, ({ dataset }) => reportSeen([{ kind: 'wallpost', id: Number(dataset['wallpost']) }]));
  }, [userId, posts]);
  useScrollToPost(section, status === 'ready');
  // The form can fill a phone's screen.
  const showNewest = () => section.current?.querySelector('[data-wallpost]')?.scrollIntoView({ block: 'nearest' });
  return (
    <section ref={section} tabIndex={-1} className={styles['wall']} aria-label={texts.wall}>
      <WallForm
        key={userId}
        label={userId === owner.id ? texts.writeOwn : texts.write(owner.username)}
        submitLabel={texts.post}
        draftKey={`wall.${owner.id}`}
        failureText={texts.postFailed}
        send={async (content, key) => {
          await writePost(username, content, key);
          runAfterRender(showNewest);
        }}
      />
      {list.rows.length === 0 && (
        <>
          <EmptyState>{texts.noPosts}</EmptyState>
          <NextSteps />
        </>
      )}
      <div ref={listRef}>
        <UpdatesPill list={list} />
        <ol role="list">
          {groupThreads(list.rows).map((thread) => (
            <WallPost key={thread.post.id} {...thread} back={section} />
          ))}
        </ol>
      </div>
      <MoreRows list={{ next, loadingMore, loadMore: loadMorePosts }} name={texts.morePosts} />
    </section>
  );
}

/** Scrolls to the post in the URL, for example after a click on a notification. */
function useScrollToPost(section: WallAnchor, isReady: boolean): void {
  const { hash, key } = useLocation();
  const postId = Number(/^#wallpost-(\d{1,16})$/.exec(hash)?.[1] ?? 0);
  useEffect(() => {
    if (postId === 0 || !isReady) return;
    let isObsolete = false;
    const scroll = () => {
      if (isObsolete) return;
      section.current?.querySelector(`[data-wallpost="${postId}"]`)?.scrollIntoView({ block: 'start' });
    };
    void loadUpToPost(postId).then(() => requestAnimationFrame(scroll));
    return () => {
      isObsolete = true;
    };
  }, [postId, isReady, section, key]);
}

type WallAnchor = RefObject<HTMLElement | null>;
type WallRow = ShownPost | WallReplyRow;

const getId = ({ id }: WallRow): number => id;

interface WallThread {
  post: ShownPost;
  blank: boolean;
  replies: HeldRow<WallReplyRow>[];
}

function groupThreads(rows: readonly HeldRow<WallRow>[]): WallThread[] {
  const threads: WallThread[] = [];
  for (const { key, row, blank } of rows) {
    if ('replies' in row) threads.push({ post: row, blank, replies: [] });
    else threads.at(-1)?.replies.push({ key, row, blank });
  }
  return threads;
}

function WallPost({ post, blank, replies, back }: WallThread & { back: WallAnchor }) {
  const isReplying = useProfile((state) => state.replyingTo[post.id] !== undefined);
  const isGone = useProfile((state) => state.wall.posts.byId[post.id] === undefined);
  const button = useRef<HTMLButtonElement>(null);
  const userId = useSession((state) => state.user?.id);
  const { id, owner_id: ownerId, author_id: authorId, author_name: author } = post;
  // Held-back replies do not count as earlier ones.
  const earlierCount = post.reply_count - post.replies.length;
  const isLost = blank || isGone;
  const close = () => {
    setReplying(post, false);
    requestAnimationFrame(() => (button.current ?? back.current)?.focus());
  };
  return (
    <li className={`border-top ${styles['post']} ${isLost ? styles['lostPost'] : ''}`}>
      {isLost ? (
        <div data-row tabIndex={-1} />
      ) : (
        <WallEntry id={id} author={author} avatar={post.author_avatar} row={post} isReply={false}>
          <IconButton
            ref={button}
            icon="reply"
            label={texts.reply}
            tip={texts.reply}
            aria-expanded={isReplying}
            onClick={() => setReplying(post, !isReplying)}
          />
          <TextActions text={{ id, ownerId, authorId, author, isReply: false }} back={back} />
        </WallEntry>
      )}
      <div className={`grid gap-8 ${styles['replies']}`}>
        {earlierCount > 0 && (
          <Button kind="quiet" onClick={() => void loadEarlierReplies(id)}>
            {texts.earlier(earlierCount)}
          </Button>
        )}
        {replies.length > 0 && (
          <ol role="list">
            {replies.map(({ key, row, blank: isBlank }) =>
              isBlank ? (
                <li key={key} data-row tabIndex={-1} />
              ) : (
                <WallReply key={key} reply={row} ownerId={ownerId} back={back} />
              ),
            )}
          </ol>
        )}
        {isReplying && (
          <WallForm
            key={userId}
            label={texts.replyTo(author)}
            submitLabel={texts.reply}
            draftKey={`wallreply.${ownerId}.${id}`}
            formerDraftKey={`wallreply.${id}`}
            failureText={texts.replyFailed}
            send={(content, key) => writeReply(id, content, key)}
            lostReason={isGone ? texts.postGone : null}
            close={close}
          />
        )}
      </div>
    </li>
  );
}

function WallReply({ reply, ownerId, back }: { reply: WallReplyRow; ownerId: number; back: WallAnchor }) {
  const { id, user_id: authorId, user_name: author, user_avatar } = reply;
  return (
    <li className={styles['reply']}>
      <WallEntry id={id} author={author} avatar={user_avatar} row={reply} isReply>
        <TextActions text={{ id, ownerId, authorId, author, isReply: true }} back={back} />
      </WallEntry>
    </li>
  );
}

interface WallEntryProps {
  id: number;
  author: string;
  avatar: string | null;
  row: { created_at: string; content_html: string };
  isReply: boolean;
  children: ReactNode;
}

function WallEntry({ id, author, avatar, row, isReply, children }: WallEntryProps) {
  return (
    <div data-row data-wallpost={id} className={isReply ? styles['replyEntry'] : styles['postEntry']}>
      <Avatar name={author} url={avatar} large={!isReply} />
      <div className="shrinkable">
        <div className={`row post-foot ${styles['byline']}`}>
          <MemberName name={author} isTarget />
          <span className="faint age">
            <TimeAgo at={row.created_at} />
          </span>
          <span className="flow">{children}</span>
        </div>
        <Prose html={row.content_html} />
      </div>
    </div>
  );
}
