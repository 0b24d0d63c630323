import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { PrefixBadge } from './prefix-badge.js';

/** A thread's title with its prefix before it, wherever threads are named. */
export function ThreadTitle({ thread: { prefix, title } }: { thread: Pick<ThreadSummary, 'title' | 'prefix'> }) {
  if (!prefix) return title;
  return (
    <>
      <PrefixBadge prefix={prefix} /> {title}
    </>
  );
}
