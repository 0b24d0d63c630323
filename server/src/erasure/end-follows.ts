import { streams, upcastEvent } from '@guildhall/domain/events.js';
import { follow } from '@guildhall/domain/follow/decide.js';
import { resolveActor } from '@guildhall/domain/staff/state.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import { StoreUnavailable } from '@guildhall/projections/view-store.js';
import type { FollowDocument } from '@guildhall/projections/views/follows/document.js';
import { findFollowed, findFollowers } from '@guildhall/projections/views/follows/queries.js';
import { handle } from '../commands/handle.js';
import { Fold } from '../log/fold.js';
import type { Policy } from '../policy/policy.js';
import type { Reaction } from '../reactions/reaction.js';
import { readNewestFirst } from '../stores/pages.js';
import type { Views } from '../stores/views.js';

interface Dependencies {
  log: EventLog;
  views: Views;
  policy: Pick<Policy, 'staff' | 'isGone'>;
}

type Follow = Pick<FollowDocument, 'followerId' | 'followedId'>;

const followsAtOnce = 100;
const viewsWaitMs = 5_000;

/** Ends the follows of erased members in both directions so that they no longer count. */
export function endFollowsOfErased(services: Dependencies): Reaction {
  const { views, policy } = services;
  return {
    name: 'end-follows-of-erased',
    events: ['UserErased.v1', 'Followed.v1'],
    async handle(storedEvent, effect) {
      const event = upcastEvent(storedEvent.type, storedEvent.data);
      if (event?.type === 'Followed.v1') {
        const { followerId, followedId } = event.data;
        if ([followerId, followedId].some((id) => policy.isGone(id))) await end(services, event.data, effect);
      }
      if (event?.type !== 'UserErased.v1') return;
      if (!(await views.waitFor(storedEvent.position, viewsWaitMs))) throw new StoreUnavailable('the views lag behind');
      for (const find of [findFollowed, findFollowers]) {
        const pages = readNewestFirst(
          (beforeOrder) => find(views.store, event.data.userId, beforeOrder, followsAtOnce),
          followsAtOnce,
        );
        for await (const pageOfFollows of pages)
          await Promise.all(pageOfFollows.map((document) => end(services, document, effect)));
      }
    },
  };
}

type EffectContext = Parameters<Reaction['handle']>[1];

async function end(
  { log, policy }: Dependencies,
  { followerId, followedId }: Follow,
  effect: EffectContext,
): Promise<void> {
  const decisionContext = { actor: resolveActor(policy.staff, followerId), isMember: () => false };
  const fold = new Fold(streams.follow(followerId, followedId), follow);
  const context = effect(`${followerId}:${followedId}`);
  await handle(log, fold, { type: 'Unfollow', followedId }, () => decisionContext, context);
}
