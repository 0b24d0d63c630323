import { streams } from '@guildhall/domain/events.js';
import { follow } from '@guildhall/domain/follow/decide.js';
import { actorOf } from '@guildhall/domain/staff/state.js';
import { followedBy, followersOf, erasedWithFollows } from '@guildhall/projections/views/follows/queries.js';
import type { FollowDocument } from '@guildhall/projections/views/follows/document.js';
import { Fold } from '../log/fold.js';
import { handle } from '../commands/handle.js';
import { systemContext } from '../commands/command-context.js';
import type { Views } from '../stores/views.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import type { Policy } from '../policy/policy.js';

interface Dependencies {
  log: EventLog;
  views: Views;
  policy: Policy;
}

/** How many run concurrently: their appends share commits, and other writes proceed between them. */
const followsAtOnce = 100;

/**
 * Ends the follows of and by erased members, so that they are no longer counted; lists omit them from the erasure on.
 * Repeatable, and on several servers at the same time.
 */
export async function endFollowsOfErased(services: Dependencies): Promise<void> {
  for (const userId of await erasedWithFollows(services.views.store, followsAtOnce)) {
    for (const find of [followedBy, followersOf]) {
      await endAll(services, (before) => find(services.views.store, userId, before, followsAtOnce));
    }
  }
}

async function endAll(
  services: Dependencies,
  find: (before: string | null) => Promise<FollowDocument[]>,
): Promise<void> {
  for (let before: string | null = null; ;) {
    const follows: FollowDocument[] = await find(before);
    await Promise.all(follows.map((follow) => end(services, follow)));
    const last = follows.at(-1);
    if (!last || follows.length < followsAtOnce) return;
    before = last.order;
  }
}

/** Once for each time that the follow began. */
async function end(
  { log, policy }: Dependencies,
  { id, order, followerId, followedId }: FollowDocument,
): Promise<void> {
  const context = systemContext('end-follow', `${id}:${order}`);
  // In the name of the follower: they may be erased themselves, and are a guest to all other commands.
  const decisionContext = { actor: actorOf(policy.staff, followerId), isMember: () => false };
  const fold = new Fold(streams.follow(followerId, followedId), follow);
  await handle(log, fold, { type: 'Unfollow', followedId }, () => decisionContext, context);
}
