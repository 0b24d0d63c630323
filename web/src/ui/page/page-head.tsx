import type { ReactNode } from 'react';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import styles from './page-head.module.css';

export function PageHead({ title, body, children }: { title: string; body?: string; children?: ReactNode }) {
  usePageTitle(title);
  return (
    <div className={`row spread align-end margin-bottom-20 ${styles['head']}`}>
      <div>
        <h1 dir="auto">{title}</h1>
        {body !== undefined && (
          <p className={`muted margin-top-4 ${styles['lead']}`} dir="auto">
            {body}
          </p>
        )}
      </div>
      {children !== undefined && <div className="row align-end">{children}</div>}
    </div>
  );
}
