import type { ReactNode } from 'react';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import styles from './page-head.module.css';

interface PageHeadProps {
  title: string;
  body?: string;
  picture?: ReactNode;
  children?: ReactNode;
}

export function PageHead({ title, body, picture, children }: PageHeadProps) {
  usePageTitle(title);
  return (
    <div className={`row spread align-end margin-bottom-20 ${styles['head']}`}>
      <div className="line gap-16">
        {picture}
        <div className="shrinkable break-anywhere">
          <h1 dir="auto">{title}</h1>
          {body !== undefined && (
            <p className={`muted margin-top-4 ${styles['lead']}`} dir="auto">
              {body}
            </p>
          )}
        </div>
      </div>
      {children !== undefined && <div className="row align-end">{children}</div>}
    </div>
  );
}
