import { listSpriteSets } from '../../emoji-catalogue.js';
import { queryClient } from '../queries/client.js';
import { emojiQuery, listPickableEmojis } from '../ui/editor/emoji/emojis.js';

/**
 * Makes all emoji available. Normally, only the build inserts their list. Call it after `show`, which empties the
 * cache.
 */
export function loadTestEmojis(): void {
  const sets = listSpriteSets(() => true).map(({ category, emojis }) => ({ category, emojis, sprite: '' }));
  queryClient.setQueryData(emojiQuery.queryKey, listPickableEmojis(sets));
}
