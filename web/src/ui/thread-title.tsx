import type { PrefixRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { ReactNode } from 'react';
import styles from './thread-title.module.css';

interface ThreadTitleProps {
  thread: Pick<ThreadSummary, 'title' | 'prefix'>;
  children?: ReactNode;
}

export function ThreadTitle({ thread: { prefix, title }, children = title }: ThreadTitleProps) {
  if (!prefix) return children;
  return (
    <>
      <PrefixBadge prefix={prefix} /> {children}
    </>
  );
}

export function PrefixBadge({ prefix: { color, label } }: { prefix: Omit<PrefixRow, 'id'> }) {
  const style = { background: `var(--prefix-${color})`, color: `var(--prefix-${color}-text)` };
  return (
    <bdi className={`nowrap text-13 rounded-small ${styles['prefix']}`} style={style}>
      {label}
    </bdi>
  );
}
