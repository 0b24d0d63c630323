import type { ThreadTitle } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { useResponse } from '../../queries/use-response.js';

const maxThreads = 50;

/** The result is null for threads that the member can no longer see, and undefined for those that were not loaded. */
export function useThreadTitles(
  threadIds: readonly (number | null)[],
): (id: number | null) => string | null | undefined {
  const ids = [...new Set(threadIds.flatMap((id) => id ?? []))].slice(0, maxThreads);
  const { body } = useResponse<ThreadTitle[]>(
    ids.length === 0 ? null : `/forums/thread-titles?threads=${ids.join(',')}`,
  );
  const titles = new Map(body?.map(({ id, title }) => [id, title]));
  return (id) => titles.get(id ?? 0) ?? (body && ids.includes(id ?? 0) ? null : undefined);
}
