import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { ReactNode } from 'react';
import { PrefixBadge } from './prefix-badge.js';

interface ThreadTitleProps {
  thread: Pick<ThreadSummary, 'title' | 'prefix'>;
  /** The title in another form, such as with highlights. */
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
