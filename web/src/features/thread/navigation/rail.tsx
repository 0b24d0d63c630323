import { useState } from 'react';
import { dateAndTime, dateOnly } from '../../../shared/dates.js';
import { lazyComponent } from '../../../shared/lazy.js';
import { Button } from '../../../ui/button.js';
import { ordinalOf } from '../state/ordinals.js';
import styles from './rail.module.css';
import { jump, useReadingPlace } from './reading-place.js';
import { currentThread, inOrder, useThread } from '../state/store.js';
import { texts } from '../state/texts.js';

const RailJump = lazyComponent(() => import('./rail-jump.js').then((file) => file.RailJump));

/** With fewer replies than this, scrolling is enough. */
const minRepliesForJump = 20;

/** Next to the thread on a wide screen: the reader's place, and links to both ends. */
export function Rail() {
  const byId = useThread((state) => state.byId);
  const gaps = useThread((state) => state.gaps);
  const full = useThread((state) => state.thread);
  const counts = useThread((state) => state.counts);
  const order = useReadingPlace(({ place }) => place?.order ?? '');
  const at = useReadingPlace(({ place }) => place?.at);
  const [jumping, setJumping] = useState(false);
  const thread = currentThread({ thread: full, counts });
  if (!thread || thread.reply_count === 0) return <aside className={styles['rail']} />;
  const number = ordinalOf(order, inOrder(byId), gaps, thread.reply_count);
  return (
    <aside className={styles['rail']} aria-label={texts.position}>
      <h2>{texts.position}</h2>
      <div className={styles['line']}>
        <button type="button" onClick={() => jump(() => window.scrollTo({ top: 0 }))}>
          {texts.firstPost}
          <small>{dateOnly(new Date(thread.created_at))}</small>
        </button>
        <p className={`${styles['here']} numbers`}>
          {texts.positionOf(number, thread.reply_count)}
          <small>{dateAndTime(new Date(at ?? thread.created_at))}</small>
        </p>
        <button
          type="button"
          onClick={() => jump(() => document.getElementById('thread-end')?.scrollIntoView({ block: 'end' }))}
        >
          {texts.newest}
          <small>{dateOnly(new Date(thread.last_post_at))}</small>
        </button>
      </div>
      {thread.reply_count >= minRepliesForJump && (
        <Button kind="quiet" aria-expanded={jumping} onClick={() => setJumping(!jumping)}>
          {texts.jump}
        </Button>
      )}
      {jumping && <RailJump total={thread.reply_count} />}
    </aside>
  );
}
