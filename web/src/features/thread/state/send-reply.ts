import { deriveAggregateId, deriveCommandId } from '@guildhall/domain/ids.js';
import { createId } from '../../../shared/create-id.js';
import type { ReplyTo } from '../composer/composer-text.js';
import { queueReply } from './outbox.js';
import type { PendingReply } from './pending-replies.js';

/** Separate from the outbox so that a reader who does not reply loads no hash function. */
export function sendReply(
  userId: number,
  threadId: number,
  content: string,
  key: string = createId(),
  replyTo: ReplyTo | null = null,
): PendingReply {
  const id = deriveAggregateId(deriveCommandId(String(userId), 'post-reply', key));
  const at = new Date().toISOString();
  const entry: PendingReply = { id, key, userId, threadId, content, replyTo, at, state: 'sending', reason: null };
  queueReply(entry);
  return entry;
}
