import type { PostCommand } from './decide.js';
import type { PostEvent } from './events.js';

/** The fields of the state that an event leaves changed, by name. */
export function postFieldsOf({ type, data }: PostEvent): string[] {
  if (type === 'ReplyPosted.v1') return [];
  return [type === 'ReplyEdited.v1' ? `text of reply ${data.postId}` : `reply ${data.postId}`];
}

/** The command that takes an act back; null for what is written, which is edited instead. */
export function postInverseOf({ type }: PostEvent): PostCommand | null {
  if (type === 'ReplyDeleted.v1') return { type: 'RestoreReply' };
  return type === 'ReplyRestored.v1' ? { type: 'DeleteReply' } : null;
}
