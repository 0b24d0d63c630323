import type { ReactNode } from 'react';
import admin from '../admin/admin.module.css';

interface AsOfTableProps {
  label: string;
  head: readonly string[];
  children: ReactNode;
}

/** A table of what stood at a moment; scrolls by itself where it is too wide. */
export function AsOfTable({ label, head, children }: AsOfTableProps) {
  return (
    <div className={admin['tableBox']} role="region" aria-label={label} tabIndex={0}>
      <table className={admin['table']}>
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
