import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { accountRow, bulkResult } from '@guildhall/domain/wire/schemas/staff/users.js';
import { writeResponseWithId, writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import type { CommandResult } from '../commands/handle.js';
import type { Call } from '../http/operation.js';
import type { Result } from '../http/responses/result.js';
import type { Services } from '../services.js';
import { buildAccountRows } from '../staff/account-rows.js';
import { accountSorts, findAccounts } from '../staff/find-accounts.js';
import { id, parseId, asOfQuery, flag, optionalId } from '../request/input.js';
import { route, tagRoutes } from './operation.js';
import { limitPerMember, perTarget } from '../http/operation-limits.js';
import {
  createStringSchema,
  readQuery,
  listQuery,
  queryFlag,
  numberedPaging,
  buildNumberedLinks,
} from '../request/paging.js';
import { banReason, reasonBody, reasonField } from '../staff/reason.js';
import { banEnd, banUser, eraseUser, giveRole, unbanUser } from '../staff/user-actions.js';
import type { RequestContext } from '../request/request-context.js';
import { bulkIds, runInBulk } from '../http/bulk.js';
import { requireAccess } from '../http/access.js';
import { findActiveBan } from '@guildhall/domain/staff/state.js';
import { type BanRow, banRow } from '@guildhall/domain/wire/schemas/staff/audit.js';

const table = listQuery.extend({
  search: createStringSchema(/^[^\n\r\u2028\u2029]{1,254}$/u, { maxLength: 254 }).describe(
    'A part of the name or the address, ignoring case',
  ),
  role_id: optionalId.describe('Only those with this role'),
  banned: queryFlag.optional(),
  verified: queryFlag.optional(),
  sort: z.enum(accountSorts, { error: `must be one of ${accountSorts.join(', ')}` }).default('username'),
  order: z.enum(['asc', 'desc'], { error: 'must be asc or desc' }).default('asc'),
  page: numberedPaging.page,
});

const accountQuery = readQuery.extend(asOfQuery);

const banFields = {
  until: banEnd,
  site_only: flag.default(false).describe("True if the ban does not extend to the member's game accounts"),
};
const ban = z.object({ reason: banReason, ...banFields });
const role = z.object({ ...reasonField, role: id });
const erasure = z.object({
  ...reasonField,
  texts: flag.default(false).describe("Whether to erase the member's threads, replies and wall posts too"),
});

const write = {
  atRoot: true,
  response: writeResponseWithId,
  limits: [limitPerMember('staff')],
} as const;

const userActions = ['ban', 'unban', 'role', 'delete'] as const;
const users = z
  .object({
    action: z.enum(userActions, { error: 'must be ban, unban, role or delete' }),
    ids: bulkIds,
    reason: banReason,
    ...banFields,
    role: optionalId,
    texts: flag.default(false),
  })
  .describe('To assign a role, `role` is required.');

const accountsQuery = z.object({ ...asOfQuery, ...numberedPaging });

const runOnUser =
  <Body>(action: (services: Services, call: RequestContext, userId: number, body: Body) => Promise<CommandResult>) =>
  async (call: Call<Body>, services: Services): Promise<Result> => {
    const userId = parseId(call.params.id);
    const commandResult = await action(services, call, userId, call.body);
    return services.responses.respondToWrite(commandResult, { id: userId, acts: commandResult.eventIds });
  };

export const adminUserRoutes = tagRoutes('Admin', [
  route.get('/admin/users', {
    scope: null,
    atRoot: true,
    summary: 'The accounts, searched, sorted and paged; a header contains the total number',
    query: table,
    response: z.array(accountRow),
    actions: ['view-users'],
    run: async (call, services) => {
      const { position } = await services.responses.begin(call);
      const { search = '', role_id: roleId, banned, verified, sort, order, page, limit } = call.query;
      const offset = (page - 1) * limit;
      const pagingOptions = { sort, descending: order === 'desc', offset, limit };
      const { ids, total } = await findAccounts(
        services,
        { search, roleId: roleId ?? undefined, banned, verified },
        pagingOptions,
      );
      const visibleRows = ids.flatMap((id) => services.directory.findAccount(id) ?? []);
      const links = buildNumberedLinks(total, call.query);
      const body = await buildAccountRows(services, visibleRows, await services.loadAsOf(call, undefined));
      return { cache: 'no-store', total, position, links, body };
    },
  }),
  route.get('/admin/users/:id', {
    scope: null,
    summary: 'One account, with its role and ban now or at a point in time',
    query: accountQuery,
    response: accountRow,
    actions: ['view-users'],
    run: async (call, services) => {
      const { position } = await services.responses.begin(call);
      const userId = parseId(call.params.id);
      await services.directory.ensure([userId]);
      const account = services.directory.findAccount(userId);
      if (!account) throw new Refusal('not-found');
      const [row] = await buildAccountRows(services, [account], await services.loadAsOf(call, call.query.at));
      return { cache: 'no-store', position, body: row };
    },
  }),
  route.post('/admin/ban/:id', {
    scope: 'write:moderation',
    ...write,
    summary: 'Ban a member, permanently or until a time: all their sessions end immediately',
    body: ban,
    actions: ['ban'],
    run: runOnUser(banUser),
  }),
  route.post('/admin/unban/:id', {
    scope: 'write:moderation',
    ...write,
    summary: 'Lift a ban',
    body: reasonBody,
    actions: ['ban'],
    run: runOnUser(unbanUser),
  }),
  route.post('/admin/role/:id', {
    scope: null,
    ...write,
    summary: "Change a member's role",
    body: role,
    actions: ['manage-roles'],
    run: runOnUser(giveRole),
  }),
  route.post('/admin/delete/:id', {
    scope: null,
    ...write,
    summary: 'Erase an account permanently, with or without what the member wrote',
    body: erasure,
    actions: ['erase'],
    run: runOnUser(eraseUser),
  }),
  route.post('/admin/users/bulk', {
    scope: null,
    summary:
      'Ban, unban, give a role to or erase several members, with a result for each; each id may be listed only once',
    body: users,
    response: writeResponse.extend({ results: z.array(bulkResult) }),
    rows: limits.bulk,
    actions: ['ban', 'manage-roles', 'erase'],
    limits: [perTarget],
    run: async (call, services) => {
      const { action, ids, role, reason } = call.body;
      requireAccess({ actions: [action === 'role' ? 'manage-roles' : action === 'delete' ? 'erase' : 'ban'] }, call);
      const { results, last } = await runInBulk(ids, (userId) => {
        switch (action) {
          case 'ban':
            return banUser(services, call, userId, call.body);
          case 'unban':
            return unbanUser(services, call, userId, call.body);
          case 'delete':
            return eraseUser(services, call, userId, call.body);
          case 'role':
            if (!role) throw new Refusal('role-unknown', 'role');
            return giveRole(services, call, userId, { role, reason });
        }
      });
      return services.responses.respondToWrite(last, { results });
    },
  }),
  route.get('/admin/bans', {
    scope: 'read',
    summary: 'Banned members by name, now or at a point in time; a header contains the total number',
    query: accountsQuery,
    response: z.array(banRow),
    actions: ['ban', 'view-audit'],
    run: async (call, services) => {
      const { at, limit, page } = call.query;
      const { policy, now } = await services.loadAsOf(call, at);
      const bannedIds = [...policy.staff.bans.keys()]
        .flatMap((userId) => {
          const ban = findActiveBan(policy.staff, userId, now);
          const username = services.directory.findAccount(userId)?.username;
          return ban && username ? [{ user_id: userId, username, ...ban }] : [];
        })
        .sort((a, b) => (a.username.toLowerCase() < b.username.toLowerCase() ? -1 : 1));
      const visibleRows = bannedIds.slice((page - 1) * limit, page * limit);
      const openedTexts = await services.texts.open(visibleRows.flatMap(({ reason }) => reason ?? []));
      const rows = visibleRows.map(({ siteOnly = false, ...ban }): BanRow => ({
        ...ban,
        reason: ban.reason && (openedTexts.get(ban.reason)?.text ?? null),
        site_only: siteOnly,
      }));
      const total = bannedIds.length;
      return { cache: 'no-store', total, links: buildNumberedLinks(total, call.query), body: rows };
    },
  }),
]);
