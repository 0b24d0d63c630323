import type { ThreadSummary } from '@guildhall/domain/wire/schemas/threads.js';

/** A thread's title with what stands before it, wherever threads are named. */
export function ThreadTitle({ thread }: { thread: Pick<ThreadSummary, 'title'> }) {
  return <>{thread.title}</>;
}
