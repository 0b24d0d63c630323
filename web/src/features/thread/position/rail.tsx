import { useState } from 'react';
import { createLazyComponent } from '../../../shared/lazy.js';
import { Button } from '../../../ui/button.js';
import { PositionSlider } from './position-slider.js';
import { goToFirstUnread, goToNewest, goToNewReplies, goToTop, usePosition } from './position.js';
import styles from './rail.module.css';
import { texts } from './texts.js';
import { TimeAgo } from '../../../ui/time/time-ago.js';
import { Readers } from '../readers/readers.js';
import { useThread } from '../state/store.js';

const JumpForm = createLazyComponent(() => import('../lazy-parts.js'), 'JumpForm');

const minRepliesForJump = 20;

export function Rail() {
  const position = usePosition();
  const [isJumping, setJumping] = useState(false);
  if (!position)
    return (
      <aside className={`muted grid ${styles['rail']}`}>
        <Readers />
      </aside>
    );
  const { number, last, unreadFrom, newReplies, startedAt, newestAt } = position;
  return (
    <aside className={`muted grid ${styles['rail']}`} aria-label={texts.position}>
      <button type="button" className={styles['edge']} onClick={goToTop}>
        {texts.firstPost}
        <small>{startedAt}</small>
      </button>
      <PositionSlider position={position} />
      <button type="button" className={styles['edge']} onClick={goToNewest}>
        {texts.newest}
        <small>{newestAt}</small>
      </button>
      {last >= minRepliesForJump && (
        <button
          type="button"
          className={styles['edge']}
          aria-expanded={isJumping}
          onClick={() => setJumping(!isJumping)}
        >
          {texts.jump}
        </button>
      )}
      {isJumping && <JumpForm last={last} />}
      {newReplies > 0 && (
        <Button kind="primary" onClick={goToNewReplies}>
          {texts.newReplies(newReplies)} ↓
        </Button>
      )}
      {newReplies === 0 && unreadFrom !== null && unreadFrom !== number && (
        <Button onClick={goToFirstUnread}>{texts.firstUnread}</Button>
      )}
      {!isJumping && <ThreadSummary />}
      <Readers />
    </aside>
  );
}

function ThreadSummary() {
  const { thread, byId, gaps } = useThread();
  if (!thread) return null;
  const authors = new Set([thread.user_id, ...Object.values(byId).map(({ user_id }) => user_id)]);
  return (
    <dl className={`grid break-anywhere text-13 ${styles['summary']}`}>
      <dt>{texts.startedBy}</dt>
      <dd>{thread.username}</dd>
      <dt>{texts.replies}</dt>
      <dd className="numbers">{thread.reply_count.toLocaleString('nl-NL')}</dd>
      {gaps.length === 0 && (
        <>
          <dt>{texts.participants}</dt>
          <dd className="numbers">{authors.size}</dd>
        </>
      )}
      <dt>{texts.lastReply}</dt>
      <dd>
        {thread.last_username}
        <span className="grid">
          <TimeAgo at={thread.last_post_at} />
        </span>
      </dd>
    </dl>
  );
}
