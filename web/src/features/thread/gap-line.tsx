import { useEffect, useRef } from 'react';
import { texts as shared } from '../../shared/texts.js';
import { Button } from '../../shared/ui/button.js';
import { narrowGap } from './open-thread.js';
import { currentThread, useThread } from './store.js';
import { texts } from './texts.js';
import styles from './thread.module.css';

/** Begins to load before the line itself comes into view. */
const ahead = '800px 0px';

/** Between the first replies and the newest ones of a long thread: loads on as the reader comes near from either side. */
export function GapLine() {
  const line = useRef<HTMLLIElement>(null);
  const loading = useThread((state) => state.loading);
  const after = useThread((state) => state.gap?.after);
  const before = useThread((state) => state.gap?.before);
  const missing = useThread((state) => (currentThread(state)?.reply_count ?? 0) - Object.keys(state.byId).length);

  useEffect(() => {
    if (!line.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        const fromBelow = entry.boundingClientRect.top < window.innerHeight / 2;
        void narrowGap(fromBelow ? 'earlier' : 'later');
      },
      { rootMargin: ahead },
    );
    observer.observe(line.current);
    return () => observer.disconnect();
  }, [after, before]);

  return (
    <li ref={line} className={styles['gap']}>
      <Button kind="quiet" onClick={() => void narrowGap('later')}>
        {texts.showLater}
      </Button>
      <span className="numbers" role="status">
        {loading ? shared.loading : missing > 0 && texts.between(missing)}
      </span>
      <Button kind="quiet" onClick={() => void narrowGap('earlier')}>
        {texts.showEarlier}
      </Button>
    </li>
  );
}
