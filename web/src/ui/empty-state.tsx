import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export function EmptyState({ children }: { children: ReactNode }) {
  return <div className={`color-muted ${styles['empty']}`}>{children}</div>;
}
