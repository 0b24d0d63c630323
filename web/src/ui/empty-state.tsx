import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** What a list shows where it has no rows. */
export function EmptyState({ children }: { children: ReactNode }) {
  return <div className={`color-muted ${styles['empty']}`}>{children}</div>;
}
