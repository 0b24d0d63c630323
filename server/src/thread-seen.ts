import { Refusal } from '@guildhall/domain/refusals.js';
import type { StandingThread, ThreadState } from '@guildhall/domain/thread/decide.js';
import type { Call } from './operation.js';
import type { Parts } from './parts.js';

/** Before a text is sealed, which would tell whether its author is gone. @throws Refusal not-found */
export function refuseUnlessVisible(
  { policy }: Parts,
  { actor }: Call<unknown>,
  thread: Readonly<ThreadState>,
): asserts thread is StandingThread {
  if (thread.status === 'none' || !policy.mayView(actor, thread)) throw new Refusal('not-found');
}
