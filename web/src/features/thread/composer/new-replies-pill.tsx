import { jump } from '../navigation/reading-place.js';
import { useThread } from '../state/store.js';
import { texts } from '../state/texts.js';
import styles from './composer.module.css';

/** Shows that there are new replies below; moves the reader only on request. */
export function NewRepliesPill() {
  const count = useThread((state) => state.unseen.length);
  if (count === 0) return null;
  return (
    <button
      type="button"
      className={styles['pill']}
      onClick={() => jump(() => document.getElementById('new-replies')?.scrollIntoView({ block: 'start' }))}
    >
      {texts.newReplies(count)} ↓
    </button>
  );
}
