import { Refusal } from '@guildhall/domain/refusals.js';
import { userName } from '@guildhall/domain/wire/schemas/fields.js';
import { memberStat, onlineResponse, staffStat } from '@guildhall/domain/wire/schemas/members/members.js';
import { findMemberById } from '@guildhall/projections/views/members/queries.js';
import { z } from 'zod';
import { parseId } from '../request/input.js';
import { listOnlineMembers } from '../read-models/members/presence-rows.js';
import type { Rank } from '../read-models/members/account-table.js';
import type { Call } from '../http/operation.js';
import { limitPerMember } from '../http/operation-limits.js';
import type { Services } from '../services.js';
import { route, tagRoutes } from './operation.js';
import type { Result } from '../http/responses/result.js';
import { createStringSchema, readQuery, createPagingSchema } from '../request/paging.js';
import type { RankedMember } from '../read-models/members/member-ranking.js';

const listQuery = createPagingSchema(
  createStringSchema(/^\d{1,15}\.[^\n\r\u2028\u2029]{1,40}$/u, { maxLength: 56 }),
).extend({
  search: createStringSchema(/^[^\n\r\u2028\u2029]{1,40}$/u, { maxLength: 40 }),
});
type MemberListing = z.infer<typeof listQuery>;

export const memberRoutes = tagRoutes('Members', [
  route.get('/forums/member-stats', {
    scope: 'read',
    summary: 'Members, by post count and then by name',
    query: listQuery,
    response: z.array(memberStat),
    run: (call, services) => list(services, call, buildStat(services)),
  }),
  route.get('/forums/staff-stats', {
    scope: 'read',
    summary: 'Everyone whose role is not Member, by post count and then by name',
    query: listQuery,
    response: z.array(staffStat),
    run: (call, services) => list(services, call, buildStat(services), () => [...services.policy.staff.holders.keys()]),
  }),
  route.get('/forums/users/:id', {
    scope: 'read',
    summary: "A member's name",
    query: readQuery,
    response: userName,
    run: async (call, services) => {
      const id = parseId(call.params.id);
      return services.responses.respondShared(call, async () => {
        await services.directory.ensure([id]);
        const member = await findMemberById(services.views.store, id);
        if (!member?.listed) throw new Refusal('not-found');
        return { rows: { id, username: services.directory.getName(id) } };
      });
    },
  }),
  route.get('/presence', {
    scope: 'read',
    summary: 'The members who are online, staff first, except those who hide it, and the number of guests',
    query: readQuery,
    response: onlineResponse,
    login: 'must-be-logged-in',
    limits: [limitPerMember('presence')],
    run: async (call, services) => {
      const { position } = await services.responses.begin(call);
      return { cache: 'no-cache', position, body: listOnlineMembers(services, await services.presence.takeSnapshot()) };
    },
  }),
  route.get('/usernames', {
    scope: 'read',
    summary: 'The names of all members, in the same order as member-stats',
    query: listQuery,
    response: z.array(z.string()),
    run: (call, services) => list(services, call, ({ username }) => username),
  }),
]);

async function list(
  services: Services,
  call: Call<unknown, MemberListing>,
  rowOf: (member: RankedMember) => unknown,
  only: () => number[] | null = () => null,
): Promise<Result> {
  const { limit, cursor, search = '' } = call.query;
  const after = cursor ? parseRank(cursor) : null;
  return services.responses.respondShared(call, async () => {
    const members = await services.ranking.listMembers({ text: search, after, only: only(), limit: limit + 1 });
    const page = members.slice(0, limit);
    const last = members.length > limit ? page.at(-1) : undefined;
    return { rows: page.map(rowOf), cursor: last ? `${last.posts}.${last.name}` : null };
  });
}

function parseRank(cursor: string): Rank {
  const dot = cursor.indexOf('.');
  return { posts: Number(cursor.slice(0, dot)), name: cursor.slice(dot + 1) };
}

const buildStat =
  ({ directory }: Services) =>
  ({ id, posts }: RankedMember) => ({ ...directory.getPerson(id), posts });
