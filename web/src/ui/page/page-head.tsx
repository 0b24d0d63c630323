import type { ReactNode } from 'react';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import styles from './page-head.module.css';

/** The head of a page of the admin area: its name, its purpose, and the actions on it as a whole. */
export function PageHead({ title, body, children }: { title: string; body?: string; children?: ReactNode }) {
  usePageTitle(title);
  return (
    <div className={styles['head']}>
      <div>
        <h1 dir="auto">{title}</h1>
        {body !== undefined && (
          <p className={styles['lead']} dir="auto">
            {body}
          </p>
        )}
      </div>
      {children !== undefined && <div className={styles['acts']}>{children}</div>}
    </div>
  );
}
