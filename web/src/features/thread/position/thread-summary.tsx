import { Ago } from '../../../ui/time/ago.js';
import { currentThread, useThread } from '../state/store.js';
import styles from './rail.module.css';
import { texts } from './texts.js';

export function SummaryOfThread() {
  const { thread: full, counts, byId, gaps } = useThread();
  const thread = currentThread({ thread: full, counts });
  if (!thread) return null;
  // The number of authors is exact only if all replies are loaded.
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
        {thread.last_username}, <Ago at={thread.last_post_at} />
      </dd>
    </dl>
  );
}
