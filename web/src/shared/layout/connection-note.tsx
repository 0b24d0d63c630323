import { useEffect, useState } from 'react';
import { useConnection } from '../../live/connection.js';
import { texts } from '../texts.js';
import styles from './layout.module.css';

const quiet = 4_000;

/** Says that the page is not live, but only when that has lasted: a short break is made up for unseen. */
export function ConnectionNote() {
  const lostAt = useConnection((state) => state.lostAt);
  const [shownFor, setShownFor] = useState<number | null>(null);
  useEffect(() => {
    if (lostAt === null) return;
    const timer = setTimeout(() => setShownFor(lostAt), Math.max(0, lostAt + quiet - Date.now()));
    return () => clearTimeout(timer);
  }, [lostAt]);
  return (
    <div role="status">
      {lostAt !== null && shownFor === lostAt && <p className={styles['connection']}>{texts.connection.lost}</p>}
    </div>
  );
}
