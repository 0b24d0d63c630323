import { Refusal } from '@guildhall/domain/refusals.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { findPostsByIds } from '@guildhall/projections/views/posts/queries.js';
import { findThreadById } from '@guildhall/projections/views/threads/queries.js';
import type { ExistingThread, ThreadState } from '@guildhall/domain/thread/state.js';
import type { RequestContext } from '../request/request-context.js';
import type { Policy } from '../policy/policy.js';
import type { Views } from '../stores/views.js';

interface Dependencies {
  views: Views;
  policy: Policy;
}

/**
 * Must run before the post is sealed, because sealing would reveal whether the author is erased.
 * @throws Refusal not-found
 */
export function requireVisible(
  { policy }: Pick<Dependencies, 'policy'>,
  { actor }: Pick<RequestContext, 'actor'>,
  thread: Readonly<ThreadState>,
): asserts thread is ExistingThread {
  if (thread.status === 'none' || !policy.mayView(actor, thread)) throw new Refusal('not-found');
}

export async function requireThread(
  { views }: Pick<Dependencies, 'views'>,
  { page }: RequestContext,
  id: number,
): Promise<ThreadDocument | null> {
  const threadLoad = page?.threads.get(id) ?? findThreadById(views.store, id);
  page?.threads.set(id, threadLoad);
  return threadLoad;
}

export async function requireVisibleThread(
  services: Dependencies,
  call: RequestContext,
  id: number,
): Promise<ThreadDocument> {
  const thread = await requireThread(services, call, id);
  if (!thread || thread.deleted || !services.policy.mayView(call.actor, thread)) throw new Refusal('not-found');
  return thread;
}

/** The kind `thread` refers to the opening post. @throws Refusal not-found */
export async function requireVisibleText(
  services: Dependencies,
  call: RequestContext,
  { kind, id }: { kind: 'thread' | 'post'; id: number },
): Promise<{ threadId: number }> {
  if (kind === 'thread') return { threadId: (await requireVisibleThread(services, call, id)).id };
  const [post] = await findPostsByIds(services.views.store, [id]);
  if (!post || post.deleted) throw new Refusal('not-found');
  await requireVisibleThread(services, call, post.threadId);
  return { threadId: post.threadId };
}
