import type { ReactNode } from 'react';
import styles from './account.module.css';

interface AccountPageProps {
  title: string;
  lead?: ReactNode;
  liveRole?: 'status' | 'alert';
  children?: ReactNode;
}

export function AccountPage({ title, lead, liveRole, children }: AccountPageProps) {
  return (
    <div className={styles['page']}>
      <div role={liveRole}>
        <h1>{title}</h1>
      </div>
      {lead !== undefined && <div className={styles['lead']}>{lead}</div>}
      {children}
    </div>
  );
}
