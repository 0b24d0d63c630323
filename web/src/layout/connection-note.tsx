import { useEffect, useState } from 'react';
import { useConnection } from '../live/connection.js';
import { texts } from '../shared/texts.js';
import styles from './layout.module.css';

const quietMs = 4_000;
const reconnectedShownMs = 3_000;

/**
 * Shows that the page is not live, but only when that lasts: a short break is recovered silently. A break that was
 * announced has its end announced too.
 */
export function ConnectionNote() {
  const lostAt = useConnection((state) => state.lostAt);
  /** The break that was announced. */
  const [announcedAt, setAnnouncedAt] = useState<number | null>(null);
  useEffect(() => {
    if (lostAt === null && announcedAt === null) return;
    const after = lostAt === null ? reconnectedShownMs : Math.max(0, lostAt + quietMs - Date.now());
    const timer = setTimeout(() => setAnnouncedAt(lostAt), after);
    return () => clearTimeout(timer);
  }, [lostAt, announcedAt]);
  const word = announcedAt === null ? null : lostAt === null ? texts.connection.back : texts.connection.lost;
  return (
    <div role="status">
      {word !== null && <p className={`muted floating rounded padding-8-12 ${styles['connection']}`}>{word}</p>}
    </div>
  );
}
