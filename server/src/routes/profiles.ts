import { can } from '@guildhall/domain/permissions.js';
import { personRow } from '@guildhall/domain/wire/schemas/members/members.js';
import { activityRow, type Profile, profileResponse } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import type { FollowDocument } from '@guildhall/projections/views/follows/document.js';
import {
  followCounts,
  findFollowed,
  findFollowers,
  isFollowing,
} from '@guildhall/projections/views/follows/queries.js';
import { findMemberById } from '@guildhall/projections/views/members/queries.js';
import { findWallPostsByOwner } from '@guildhall/projections/views/wallposts/queries.js';
import { z } from 'zod';
import { toAccountRow } from '../games/accounts/account-rows.js';
import { readActivity } from '../read-models/activity.js';
import { toAboutMember, findLastSeen } from '../read-models/members/about.js';
import type { Call } from '../http/operation.js';
import { route, tagRoutes } from './operation.js';
import { limitPerMember } from '../http/operation-limits.js';
import type { Result } from '../http/responses/result.js';
import {
  createPositiveIntSchema,
  position,
  readQuery,
  createPagingSchema,
  fillPage,
  queryPage,
  buildNextLink,
} from '../request/paging.js';
import type { Services } from '../services.js';
import { VaultUnavailable } from '../vault/vault.js';
import { buildWallPostRows } from '../read-models/wall-rows.js';
import { findMember } from './named-member.js';
import { toCommandContext } from '../request/request-context.js';

const profilePage = readQuery.extend({ limit: createPositiveIntSchema(50).default(20), cursor: position });
const activityPage = readQuery.extend({ limit: createPositiveIntSchema(100).default(20), cursor: position });
const followPage = createPagingSchema(position);

type PeopleQuery = (
  store: Services['views']['store'],
  ...args: [number, string | null, number]
) => Promise<FollowDocument[]>;

const profilePath = '/profile/:username';
const followList = { query: followPage, response: z.array(personRow) } as const;

export const profileRoutes = tagRoutes('Profiles', [
  route.get(profilePath, {
    scope: 'read',
    atRoot: true,
    summary: 'A member with their wall: the newest posts, each with its newest replies',
    query: profilePage,
    response: profileResponse,
    run: async (call, services) => {
      const { query, identity } = call;
      const { position } = await services.responses.begin(call);
      const { id, createdAt } = await findMember(services, call);
      const { store } = services.views;
      const [counts, follows, member, personal, wallPosts] = await Promise.all([
        followCounts(store, id),
        identity !== null && isFollowing(store, identity.userId, id),
        findMemberById(store, id),
        buildPersonalFields(services, call, id),
        findWallPostsByOwner(store, id, query.cursor ?? null, query.limit + 1),
      ]);
      const { rows: posts, last } = await fillPage(wallPosts, query.limit, (some) => buildWallPostRows(services, some));
      const profile: Profile = {
        user: { ...services.directory.getPerson(id), created_at: createdAt, post_count: member?.posts ?? 0 },
        about: personal?.about ?? toAboutMember(null),
        seen: personal?.seen ?? null,
        followers: counts.followers,
        following: counts.following,
        posts,
        isFollowing: follows,
        game_accounts: personal?.game_accounts ?? [],
      };
      const links = buildNextLink(last?.order ?? null);
      return { cache: personal ? 'no-cache' : 'no-store', position, links, body: profile };
    },
  }),
  ...(['Follow', 'Unfollow'] as const).map((type) =>
    route.post(`${profilePath}/${type.toLowerCase()}`, {
      scope: null,
      atRoot: true,
      response: writeResponseWithId,
      summary: `${type} a member`,
      login: 'login-required',
      limits: [limitPerMember('write')],
      run: async (call, services) => {
        const { id: followedId } = await findMember(services, call);
        const context = toCommandContext(`${type.toLowerCase()} ${followedId}`, call);
        const commandResult = await services.commands.follow({ type, followedId }, call.actor, context);
        return services.responses.respondToWrite(commandResult, { id: followedId });
      },
    }),
  ),
  route.get(`${profilePath}/followers`, {
    scope: 'read',
    ...followList,
    summary: "A member's followers, newest first",
    run: (call, services) => listPeople(services, call, findFollowers, ({ followerId }) => followerId),
  }),
  route.get(`${profilePath}/following`, {
    scope: 'read',
    ...followList,
    summary: 'The members whom a member follows, newest first',
    run: (call, services) => listPeople(services, call, findFollowed, ({ followedId }) => followedId),
  }),
  route.get(`${profilePath}/activity`, {
    scope: 'read',
    summary: "A member's threads and replies that the caller can see, newest first",
    query: activityPage,
    response: z.array(activityRow),
    run: async (call, services) => {
      const { limit, cursor = null } = call.query;
      return services.responses.respondShared(call, async () => {
        const { id } = await findMember(services, call);
        return readActivity(services, call.actor, id, cursor, limit);
      });
    },
  }),
]);

/** Returns null while the vault is unavailable. */
async function buildPersonalFields(
  services: Services,
  { actor, identity }: Call<unknown>,
  id: number,
): Promise<Pick<Profile, 'about' | 'seen' | 'game_accounts'> | null> {
  try {
    const account = await services.vault.findAccount(id);
    const gameAccounts = (await services.gameAccounts.findByMembers([id])).get(id) ?? [];
    return {
      // A banned member's profile text is shown only to those who can ban.
      about: toAboutMember(services.policy.findBan(id) && !can(actor, 'ban') ? null : account),
      seen: account && identity ? await findLastSeen(services, account, identity.userId) : null,
      game_accounts: gameAccounts.map((gameAccount) => toAccountRow(gameAccount, services.site.settings)),
    };
  } catch (error) {
    if (error instanceof VaultUnavailable) return null;
    throw error;
  }
}

async function listPeople(
  services: Services,
  call: Call<unknown, z.infer<typeof followPage>>,
  find: PeopleQuery,
  otherOf: (follow: FollowDocument) => number,
): Promise<Result> {
  return services.responses.respondShared(call, async () => {
    const { id } = await findMember(services, call);
    const { page, cursor } = await queryPage(call.query, (beforeOrder, count) =>
      find(services.views.store, id, beforeOrder, count),
    );
    const otherMembers = page.map(otherOf).filter((other) => !services.policy.isGone(other));
    await services.directory.ensure(otherMembers);
    return { rows: otherMembers.map((other) => services.directory.getPerson(other)), cursor };
  });
}
