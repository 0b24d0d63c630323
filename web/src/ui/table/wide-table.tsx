import type { ReactNode } from 'react';
import { Icon } from '../icon.js';
import styles from './table.module.css';

interface WideTableProps {
  label: string;
  head: readonly string[];
  children: ReactNode;
}

/** Scrolls sideways if it is too wide, also by keyboard. */
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

interface SortHeadProps {
  name: string;
  /** Null if the table is sorted by another column. */
  sorted: 'asc' | 'desc' | null;
  sort: () => void;
  end?: boolean;
}

export function SortHead({ name, sorted, sort, end = false }: SortHeadProps) {
  const direction = sorted === null ? 'none' : sorted === 'asc' ? 'ascending' : 'descending';
  return (
    <th scope="col" aria-sort={direction} className={end ? 'text-right' : undefined}>
      <button type="button" className={`bare target gap-4 nowrap ${styles['sort']}`} onClick={sort}>
        {name}
        {sorted !== null && (
          <span className={`grid color-link ${sorted === 'asc' ? styles['rising'] : ''}`}>
            <Icon name="down" size={14} />
          </span>
        )}
      </button>
    </th>
  );
}
