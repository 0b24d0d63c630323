import type { PostCommand } from './decide.js';
import type { PostEvent } from './events.js';

/** The names of the state's fields that an event changes. */
export function postFieldsOf({ type, data }: PostEvent): string[] {
  if (type === 'ReplyPosted.v1') return [];
  return [type === 'ReplyEdited.v1' ? `text of reply ${data.postId}` : `reply ${data.postId}`];
}

/** The command that undoes an event; null for texts, which are edited instead. */
export function postInverseOf({ type }: PostEvent): PostCommand | null {
  if (type === 'ReplyDeleted.v1') return { type: 'RestoreReply' };
  return type === 'ReplyRestored.v1' ? { type: 'DeleteReply' } : null;
}
