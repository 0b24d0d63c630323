import type { ReactNode } from 'react';
import { texts } from '../texts.js';
import { Button } from './button.js';
import styles from './notice.module.css';

/** A line that says what happened; errors are read out at once, the rest when there is time. */
export function Notice({ kind = 'info', children }: { kind?: 'info' | 'error' | 'success'; children: ReactNode }) {
  return (
    <div className={`${styles['notice']} ${styles[kind] ?? ''}`} role={kind === 'error' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

export function LoadFailed({ again }: { again: () => void }) {
  return (
    <Notice kind="error">
      {texts.loadFailed}
      <Button onClick={again}>{texts.tryAgain}</Button>
    </Notice>
  );
}

export function Empty({ children }: { children: ReactNode }) {
  return <div className={styles['empty']}>{children}</div>;
}

/** The ground of a line of text that is on its way; width in any CSS length, height in pixels. */
export function Bar({ width, height = 14 }: { width: string; height?: number }) {
  return <span className={styles['bar']} style={{ width, height }} aria-hidden="true" />;
}
