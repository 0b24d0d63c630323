import { useEffect, useState } from 'react';
import { dateAndTime, dateOnly } from '../../shared/dates.js';
import { later } from '../../shared/later.js';
import { Button } from '../../shared/ui/button.js';
import { ordinalOf } from './ordinals.js';
import styles from './rail.module.css';
import { currentThread, inOrder, useThread } from './store.js';
import { texts } from './texts.js';

const RailJump = later(() => import('./rail-jump.js').then((file) => file.RailJump));

/** Fewer replies than this one sees by scrolling. */
const worthJumping = 20;

interface Current {
  order: string;
  at: string;
}

/** Beside the thread on a wide screen: where the reader is, and the two ends. */
export function Rail() {
  const byId = useThread((state) => state.byId);
  const gaps = useThread((state) => state.gaps);
  const full = useThread((state) => state.thread);
  const counts = useThread((state) => state.counts);
  const current = useCurrentPost();
  const [jumping, setJumping] = useState(false);
  const thread = currentThread({ thread: full, counts });
  if (!thread || thread.reply_count === 0) return <aside className={styles['rail']} />;
  const at = current ? ordinalOf(current.order, inOrder(byId), gaps, thread.reply_count) : 0;
  return (
    <aside className={styles['rail']} aria-label={texts.position}>
      <h2>{texts.position}</h2>
      <div className={styles['line']}>
        <button type="button" onClick={() => window.scrollTo({ top: 0 })}>
          {texts.firstPost}
          <small>{dateOnly(new Date(thread.created_at))}</small>
        </button>
        <p className={`${styles['here']} numbers`}>
          {texts.positionOf(at, thread.reply_count)}
          <small>{dateAndTime(new Date(current?.at ?? thread.created_at))}</small>
        </p>
        <button type="button" onClick={() => document.getElementById('thread-end')?.scrollIntoView({ block: 'end' })}>
          {texts.newest}
          <small>{dateOnly(new Date(thread.last_post_at))}</small>
        </button>
      </div>
      {thread.reply_count >= worthJumping && (
        <Button kind="quiet" aria-expanded={jumping} onClick={() => setJumping(!jumping)}>
          {texts.jump}
        </Button>
      )}
      {jumping && <RailJump total={thread.reply_count} />}
    </aside>
  );
}

/** The last post whose beginning has come above the middle of the screen. */
function useCurrentPost(): Current | null {
  const [current, setCurrent] = useState<Current | null>(null);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const middle = window.innerHeight * 0.5;
      const posts = [...document.querySelectorAll<HTMLElement>('[data-order]')];
      const last = posts.findLast((post) => post.getBoundingClientRect().top < middle);
      const { order, at = '' } = last?.dataset ?? {};
      setCurrent((old) => (old?.order === order ? old : order ? { order, at } : null));
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(look);
    };
    onScroll();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', onScroll);
    };
  }, []);
  return current;
}
