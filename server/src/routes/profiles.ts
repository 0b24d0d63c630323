import { Refusal } from '@guildhall/domain/refusals.js';
import type { PersonRow, Profile } from '@guildhall/domain/wire/profiles.js';
import type { FollowDocument } from '@guildhall/projections/views/follows/document.js';
import { followCounts, followedBy, followersOf, isFollowing } from '@guildhall/projections/views/follows/queries.js';
import { memberById } from '@guildhall/projections/views/members/queries.js';
import { wallPostsOn } from '@guildhall/projections/views/wallposts/queries.js';
import { z } from 'zod';
import { activityOf } from '../read-models/activity.js';
import { activityRow, personRow, profileAnswer } from '../answers/profiles.js';
import { writeAnswerWithId } from '../answers/write.js';
import { commandContext, operation, requireUser, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/result.js';
import { fillPage, nextPage, paging, position, reading, upTo } from '../http/paging.js';
import type { Services } from '../services.js';
import type { AccountName } from '../vault/vault.js';
import { wallPostRows } from '../read-models/wall-rows.js';

/** Costs a query a post with replies: pages are short. */
const profilePage = reading.extend({ limit: upTo(50).default(20), cursor: position });
const activityPage = reading.extend({ limit: upTo(100).default(20), cursor: position });
const people = paging(position);

type PeopleQuery = (
  store: Services['views']['store'],
  ...given: [number, string | null, number]
) => Promise<FollowDocument[]>;

export function profileRoutes(parts: Services): Operation[] {
  const one = '/profile/:username';
  const written = { tag: 'Profiles', answer: writeAnswerWithId, atRoot: true } as const;
  return [
    operation({
      method: 'get',
      path: one,
      atRoot: true,
      tag: 'Profiles',
      summary: 'A member with his wall: the newest posts, each with its newest replies',
      query: profilePage,
      answer: profileAnswer,
      run: (call) => show(parts, call),
    }),
    operation({
      method: 'post',
      path: `${one}/follow`,
      ...written,
      summary: 'Follow a member',
      run: (call) => follow(parts, call, 'Follow'),
    }),
    operation({
      method: 'post',
      path: `${one}/unfollow`,
      ...written,
      summary: 'Follow a member no longer',
      run: (call) => follow(parts, call, 'Unfollow'),
    }),
    ...peopleRoutes(parts, one),
    operation({
      method: 'get',
      path: `${one}/activity`,
      tag: 'Profiles',
      summary: 'The threads and replies of a member that the asking person may see, newest first',
      query: activityPage,
      answer: z.array(activityRow),
      run: (call) => activity(parts, call),
    }),
  ];
}

function peopleRoutes(parts: Services, one: string): Operation[] {
  const listed = { method: 'get', tag: 'Profiles', query: people, answer: z.array(personRow) } as const;
  return [
    operation({
      ...listed,
      path: `${one}/followers`,
      summary: 'Who follows a member, the newest first',
      run: (call) => listPeople(parts, call, followersOf, ({ followerId }) => followerId),
    }),
    operation({
      ...listed,
      path: `${one}/following`,
      summary: 'Whom a member follows, the newest first',
      run: (call) => listPeople(parts, call, followedBy, ({ followedId }) => followedId),
    }),
  ];
}

/** The member whom an address names, in any case. @throws Refusal profile-not-found */
export async function memberIn({ directory }: Services, { params }: Pick<Call, 'params'>): Promise<AccountName> {
  const id = directory.idOf(String(params.username));
  if (id !== null) await directory.ensure([id]);
  const account = id === null || !directory.isMember(id) ? null : directory.account(id);
  if (!account) throw new Refusal('profile-not-found');
  return account;
}

async function show(parts: Services, call: Call<unknown, z.infer<typeof profilePage>>): Promise<Result> {
  const { query, identity } = call;
  const { position } = await parts.responses.begin(call);
  const { id, createdAt } = await memberIn(parts, call);
  const { store } = parts.views;
  const [counts, follows, member, found] = await Promise.all([
    followCounts(store, id),
    identity !== null && isFollowing(store, identity.userId, id),
    memberById(store, id),
    wallPostsOn(store, id, query.cursor ?? null, query.limit + 1),
  ]);
  const { rows: posts, last } = await fillPage(found, query.limit, (some) => wallPostRows(parts, some));
  const profile: Profile = {
    user: { ...personOf(parts, id), created_at: createdAt, post_count: member?.posts ?? 0 },
    followers: counts.followers,
    following: counts.following,
    posts,
    isFollowing: follows,
  };
  const links = nextPage(last?.order ?? null);
  return { cache: 'no-cache', position, links, body: profile };
}

function personOf({ directory }: Services, id: number): PersonRow {
  const { username, avatar_url, role } = directory.author(id);
  return { id, username, avatar_url, role };
}

async function follow(parts: Services, call: Call<unknown>, type: 'Follow' | 'Unfollow'): Promise<Result> {
  const userId = requireUser(call, 'login-required');
  await parts.limits.take('write', String(userId));
  const { id: followedId } = await memberIn(parts, call);
  const context = commandContext(`${type.toLowerCase()} ${followedId}`, call);
  const handled = await parts.commands.follow({ type, followedId }, call.actor, context);
  return parts.responses.written(handled, { id: followedId });
}

async function listPeople(
  parts: Services,
  call: Call<unknown, z.infer<typeof people>>,
  find: PeopleQuery,
  otherOf: (follow: FollowDocument) => number,
): Promise<Result> {
  const { limit, cursor = null } = call.query;
  return parts.responses.shared(call, async () => {
    const { id } = await memberIn(parts, call);
    const found = await find(parts.views.store, id, cursor, limit + 1);
    const shown = found.slice(0, limit);
    const next = found.length > limit ? shown.at(-1)?.order : null;
    // Follows of the erased are ended soon after; until then a page is shorter by them.
    const others = shown.map(otherOf).filter((other) => !parts.policy.isGone(other));
    await parts.directory.ensure(others);
    return { rows: others.map((other) => personOf(parts, other)), cursor: next ?? null };
  });
}

async function activity(parts: Services, call: Call<unknown, z.infer<typeof activityPage>>): Promise<Result> {
  const { limit, cursor = null } = call.query;
  return parts.responses.shared(call, async () => {
    const { id } = await memberIn(parts, call);
    return activityOf(parts, call.actor, id, cursor, limit);
  });
}
