import type { Actor } from '@guildhall/domain/permissions.js';
import type { OwnThreadList } from '@guildhall/domain/wire/kinds.js';
import { selectNewest } from '@guildhall/projections/views/find-documents.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import {
  findLatestByAuthor,
  findLatestThreads,
  findThreadsByIds,
} from '@guildhall/projections/views/threads/queries.js';
import { findWatchStates } from '@guildhall/projections/views/watches/levels.js';
import { findActiveWatches } from '@guildhall/projections/views/watches/queries.js';
import type { Views } from '../stores/views.js';
import type { Policy } from '../policy/policy.js';
import type { Directory } from './members/directory.js';
import { filterUnread, getCountsSince, type MarksOfMembers } from './read-states.js';

interface Dependencies {
  views: Pick<Views, 'store'>;
  policy: Policy;
  readMarks: MarksOfMembers;
  directory: Pick<Directory, 'findAccount'>;
}

type Member = Actor & { userId: number };
type Threads = readonly ThreadDocument[];

interface OwnThreadPage {
  threads: ThreadDocument[];
  /** When the last examined thread was last active. Null at the end of the list. */
  cursor: string | null;
}

/** Limits the reads when few candidates qualify. The page may then be short. */
const maxReads = 5;
const maxWatches = 200;

/** Sorts by latest reply and omits threads that the member may not view. */
export async function listOwnThreads(
  services: Dependencies,
  member: Member,
  list: OwnThreadList,
  { limit, cursor }: { limit: number; cursor: string | null },
): Promise<OwnThreadPage> {
  const threads: ThreadDocument[] = [];
  let lastExamined = cursor;
  for (let reads = 0; reads < maxReads && threads.length <= limit; reads++) {
    const candidates = await readCandidates[list](services, member, lastExamined, limit + 1);
    threads.push(...(await filterThreads(services, member, list, candidates)));
    if (candidates.length <= limit && threads.length <= limit) return { threads, cursor: null };
    lastExamined = candidates.at(-1)?.activity ?? null;
  }
  const page = threads.slice(0, limit);
  return { threads: page, cursor: threads.length > limit ? (page.at(-1)?.activity ?? null) : lastExamined };
}

type ReadCandidates = (
  services: Dependencies,
  member: Member,
  beforeActivity: string | null,
  count: number,
) => Promise<ThreadDocument[]>;

const readCandidates: Record<OwnThreadList, ReadCandidates> = {
  async unread({ views, policy, directory }, member, beforeActivity, count) {
    const since = getCountsSince(directory, member.userId);
    const latestThreads = await findLatest(views.store, policy.listVisiblePlaces(member), beforeActivity, count);
    return latestThreads.filter(({ lastPostAt }) => lastPostAt > since);
  },
  watched: findWatchedThreads,
  mine: ({ views, policy }, member, beforeActivity, count) =>
    findLatestByAuthor(views.store, member.userId, beforeActivity, count, (place) => policy.mayView(member, place)),
};

async function filterThreads(services: Dependencies, { userId }: Member, list: OwnThreadList, candidates: Threads) {
  if (list === 'mine') return candidates;
  if (list === 'unread') return filterUnread(services, userId, candidates);
  const stateOf = await findWatchStates(services.views.store, userId, candidates);
  return candidates.filter((thread) => stateOf(thread).level === 'watching');
}

async function findLatest(
  store: Views['store'],
  places: Parameters<typeof findLatestThreads>[1][],
  beforeActivity: string | null,
  count: number,
) {
  return selectNewest(
    await Promise.all(places.map((place) => findLatestThreads(store, place, count, beforeActivity))),
    'activity',
    count,
  );
}

async function findWatchedThreads(
  { views, policy }: Dependencies,
  member: Member,
  beforeActivity: string | null,
  count: number,
): Promise<ThreadDocument[]> {
  const watches = await findActiveWatches(views.store, member.userId, maxWatches);
  const targets = new Set(watches.map(({ targetId }) => targetId));
  const places = policy
    .listVisiblePlaces(member)
    .filter(({ sectionId, subsectionId }) => targets.has(sectionId) || targets.has(subsectionId ?? sectionId));
  const placeThreads = await findLatest(views.store, places, beforeActivity, count);
  const ids = watches.filter(({ kind }) => kind === 'thread').map(({ targetId }) => targetId);
  const listedIds = new Set(placeThreads.map(({ id }) => id));
  const otherThreads = (await findThreadsByIds(views.store, ids)).filter(
    (thread) =>
      !listedIds.has(thread.id) &&
      !thread.deleted &&
      (beforeActivity === null || thread.activity < beforeActivity) &&
      policy.mayView(member, thread),
  );
  return selectNewest([placeThreads, otherThreads], 'activity', count);
}
