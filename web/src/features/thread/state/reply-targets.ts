import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';

/**
 * Marks a reply as deleted, or as visible again, wherever another one says "In reply to" it: the server sends only the
 * row of the reply itself. Changes the rows in place.
 */
export function markReplyTarget(byId: Record<number, PostRow>, id: number, deleted: boolean): void {
  for (const { reply_to: target } of Object.values(byId)) if (target?.id === id) target.deleted = deleted;
}
