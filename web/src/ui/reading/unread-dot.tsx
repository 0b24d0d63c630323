import styles from './reading.module.css';
import { texts } from './texts.js';

export function UnreadDot({ count }: { count: number | null }) {
  if (count === 0) return null;
  if (count === null) {
    return (
      <span className={`dot no-shrink ${styles['dot']}`}>
        <span className="visually-hidden">{texts.unread}</span>
      </span>
    );
  }
  return (
    <span className={`no-shrink text-13 round ${styles['count']} numbers`} title={texts.newReplies(count)}>
      {count > 99 ? '99+' : count}
      <span className="visually-hidden"> {texts.newWord}</span>
    </span>
  );
}
