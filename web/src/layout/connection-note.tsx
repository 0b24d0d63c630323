import { useEffect, useState } from 'react';
import { useConnection } from '../live/connection.js';
import { texts } from '../shared/texts.js';
import styles from './layout.module.css';

const quiet = 4_000;
const shownAgainFor = 3_000;

/**
 * Says that the page is not live, but only when that has lasted: a short break is made up for unseen. Who was told of a
 * break is told of its end.
 */
export function ConnectionNote() {
  const lostAt = useConnection((state) => state.lostAt);
  /** The break that was told of. */
  const [told, setTold] = useState<number | null>(null);
  useEffect(() => {
    if (lostAt === null && told === null) return;
    const after = lostAt === null ? shownAgainFor : Math.max(0, lostAt + quiet - Date.now());
    const timer = setTimeout(() => setTold(lostAt), after);
    return () => clearTimeout(timer);
  }, [lostAt, told]);
  const word = told === null ? null : lostAt === null ? texts.connection.back : texts.connection.lost;
  return <div role="status">{word !== null && <p className={styles['connection']}>{word}</p>}</div>;
}
