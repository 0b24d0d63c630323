import { streams } from '@guildhall/domain/events.js';
import { follow } from '@guildhall/domain/follow/decide.js';
import { actorOf } from '@guildhall/domain/staff/state.js';
import { followedBy, followersOf, goneWithFollows } from '@guildhall/projections/views/follows/queries.js';
import type { FollowDocument } from '@guildhall/projections/views/follows/document.js';
import { Fold } from '../log/fold.js';
import { handle } from '../commands/handle.js';
import { systemContext } from '../http/operation.js';
import type { Services } from '../services.js';

type FollowParts = Pick<Services, 'views' | 'log' | 'policy'>;

/** So many at once: their appends share commits, and what else is written goes on between. */
const together = 100;

/**
 * Ends what the erased follow and who follows them, so that nobody counts them any more; lists leave them out from the
 * erasure on. Repeatable, and on several servers at once.
 */
export async function endFollowsOfGone(parts: FollowParts): Promise<void> {
  for (const userId of await goneWithFollows(parts.views.store, together)) {
    for (const find of [followedBy, followersOf]) {
      await endAll(parts, (before) => find(parts.views.store, userId, before, together));
    }
  }
}

async function endAll(parts: FollowParts, find: (before: string | null) => Promise<FollowDocument[]>): Promise<void> {
  for (let before: string | null = null; ;) {
    const follows: FollowDocument[] = await find(before);
    await Promise.all(follows.map((follow) => end(parts, follow)));
    const last = follows.at(-1);
    if (!last || follows.length < together) return;
    before = last.order;
  }
}

/** Once for each time that he began to follow. */
async function end({ log, policy }: FollowParts, { id, order, followerId, followedId }: FollowDocument): Promise<void> {
  const context = systemContext('end-follow', `${id}:${order}`);
  // In the name of the follower: he may be gone himself, who is a guest to all other commands.
  const facts = { actor: actorOf(policy.staff, followerId), isMember: () => false };
  const fold = new Fold(streams.follow(followerId, followedId), follow);
  await handle(log, fold, { type: 'Unfollow', followedId }, () => facts, context);
}
