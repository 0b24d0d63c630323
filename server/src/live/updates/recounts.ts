import { parseTopic } from '@guildhall/domain/wire/topics.js';
import type { Place } from '@guildhall/domain/structure/state.js';
import type { Position } from '@guildhall/event-store/port.js';
import { findThreadsWithNotifications } from '@guildhall/projections/views/notifications/queries.js';
import { findWatchesAmong } from '@guildhall/projections/views/watches/queries.js';
import type { Policy } from '../../policy/policy.js';
import { findPlaceOfTopic } from '../../read-models/place-numbers.js';
import type { RingChange } from './ring.js';
import type { Services } from '../../services.js';

export type DueMember = readonly [userId: number, since: Position];

const maxNotified = 10_000;

export const isRecount = ({ kind }: RingChange): boolean => kind === 'recount';

/** Omits members who may not view any of the affected places. */
export async function findMembersToRecount(
  { views, policy }: Services,
  members: readonly DueMember[],
  recounts: readonly RingChange[],
): Promise<Set<number>> {
  if (recounts.length === 0) return new Set();
  const userIds = members.map(([userId]) => userId);
  const threadIds = [...new Set(recounts.map(({ rowId }) => rowId))];
  const findTargets = ({ topic, rowId }: RingChange): number[] => {
    const place = findPlaceOfTopic(policy.structure, topic);
    return [rowId, parseTopic(topic)?.id ?? 0, place?.sectionId ?? 0];
  };
  const targets = [...new Set(recounts.flatMap(findTargets))];
  const [notifications, watches] = await Promise.all([
    findThreadsWithNotifications(views.store, threadIds, userIds, maxNotified),
    findWatchesAmong(views.store, userIds, targets),
  ]);
  const affectedMembers = new Set([
    ...notifications.map(({ userId, threadId }) => `${userId} ${threadId}`),
    ...watches.map(({ userId, targetId }) => `${userId} ${targetId}`),
  ]);
  const isConcerned = ([userId, since]: DueMember): boolean =>
    recounts.some(
      (change) =>
        change.position > since &&
        mayView(policy, userId, findPlaceOfTopic(policy.structure, change.topic)) &&
        findTargets(change).some((targetId) => affectedMembers.has(`${userId} ${targetId}`)),
    );
  return new Set(members.filter(isConcerned).map(([userId]) => userId));
}

const mayView = (policy: Policy, userId: number, place: Place | null): boolean =>
  place !== null && policy.mayView(policy.getActor(userId), place);
