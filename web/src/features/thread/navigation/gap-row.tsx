import { useEffect, useRef } from 'react';
import { texts as shared } from '../../../shared/texts.js';
import { Button } from '../../../ui/button.js';
import { narrowGap } from '../state/load-more.js';
import { countHidden } from '../state/ordinals.js';
import { sortPosts, useThread } from '../state/store.js';
import { texts } from '../state/texts.js';
import styles from './navigation.module.css';
import type { Gap } from '../state/window.js';

const ahead = '800px 0px';

export function GapRow({ gap }: { gap: Gap }) {
  const line = useRef<HTMLLIElement>(null);
  const isLoading = useThread((state) => state.loading?.after === gap.after);
  const hiddenCount = useThread((state) => countHidden(gap, sortPosts(state.byId), state.thread?.reply_count ?? 0));

  useEffect(() => {
    if (!line.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        const fromBelow = entry.boundingClientRect.top < window.innerHeight / 2;
        void narrowGap(gap, fromBelow ? 'earlier' : 'later');
      },
      { rootMargin: ahead },
    );
    observer.observe(line.current);
    return () => observer.disconnect();
  }, [gap]);

  return (
    <li ref={line} className={`row faint spread border-bottom ${styles['gap']}`}>
      <Button kind="quiet" onClick={() => void narrowGap(gap, 'later')}>
        {texts.showLater}
      </Button>
      <span className="numbers" role="status">
        {isLoading ? shared.loading : hiddenCount > 0 && texts.between(hiddenCount)}
      </span>
      <Button kind="quiet" onClick={() => void narrowGap(gap, 'earlier')}>
        {texts.showEarlier}
      </Button>
    </li>
  );
}
