import type { ReactNode } from 'react';
import styles from './table.module.css';

interface WideTableProps {
  label: string;
  head: readonly string[];
  children: ReactNode;
}

export function WideTable({ label, head, children }: WideTableProps) {
  return (
    <div className={`card ${styles['tableBox']}`} role="region" aria-label={label} tabIndex={0}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
