import { emojiKeys, type ReactionCounts } from '@guildhall/domain/reaction/emoji.js';
import type { ReactionEvent } from '@guildhall/domain/reaction/events.js';

export function applyReaction(
  counts: ReactionCounts,
  { emoji, before }: Pick<ReactionEvent['data'], 'emoji' | 'before'>,
): ReactionCounts {
  const after: ReactionCounts = {};
  for (const key of emojiKeys) {
    const count = (counts[key] ?? 0) + (key === emoji ? 1 : 0) - (key === before ? 1 : 0);
    if (count > 0) after[key] = count;
  }
  return after;
}

export function sumCounts(counts: ReactionCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
