import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { accountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import type { Handled } from '../commands/handle.js';
import type { Call } from '../http/operation.js';
import type { Result } from '../http/responses/result.js';
import type { Services } from '../services.js';
import { AccountRows } from '../staff/account-rows.js';
import { accountSorts, findAccounts } from '../staff/find-accounts.js';
import { id, idIn, asOfQuery } from '../request/input.js';
import { operation } from './operation.js';
import { perMember } from '../http/operation-limits.js';
import { matching, nextPage, queryFlag, readQuery, rows, positiveIntUpTo } from '../request/paging.js';
import { reasonField } from '../staff/reason.js';
import { banEnd } from '../staff/user-actions.js';

const table = rows.extend({
  search: matching(/^[^\n\r\u2028\u2029]{1,254}$/u).describe('A part of the name or the address, ignoring case'),
  role_id: id.optional(),
  banned: queryFlag.optional(),
  verified: queryFlag.optional(),
  sort: z.enum(accountSorts, { error: `must be one of ${accountSorts.join(', ')}` }).default('username'),
  order: z.enum(['asc', 'desc'], { error: 'must be asc or desc' }).default('asc'),
  page: positiveIntUpTo(limits.listRows * limits.listRows).default(1),
});

const single = readQuery.extend(asOfQuery);

const ban = z.object({ ...reasonField, until: banEnd });
const unban = z.object(reasonField);
const role = z.object({ ...reasonField, role: id });

const write = {
  method: 'post',
  atRoot: true,
  tag: 'Admin',
  response: writeResponseWithId,
  limits: [perMember('staff')],
} as const;

export const adminUserRoutes = [
  operation({
    method: 'get',
    path: '/admin/users',
    atRoot: true,
    tag: 'Admin',
    summary: 'The accounts, searched, sorted and paged; a header says how many there are in all',
    query: table,
    response: z.array(accountRow),
    actions: ['view-users'],
    run: async (call, services) => {
      const { position } = await services.responses.begin(call);
      const { search = '', role_id: roleId, banned, verified, sort, order, page, limit } = call.query;
      const offset = (page - 1) * limit;
      const paging = { sort, descending: order === 'desc', offset, limit };
      const { ids, total } = await findAccounts(services, { search, roleId, banned, verified }, paging);
      const shown = ids.flatMap((id) => services.directory.account(id) ?? []);
      const links = nextPage(total > page * limit ? String(page + 1) : null, 'page');
      return { cache: 'no-store', total, position, links, body: await new AccountRows(services).rows(shown) };
    },
  }),
  operation({
    method: 'get',
    path: '/admin/users/:id',
    tag: 'Admin',
    summary: 'One account, with its role and ban now or at a point in time',
    query: single,
    response: accountRow,
    actions: ['view-users'],
    run: async (call, services) => {
      const { position } = await services.responses.begin(call);
      const userId = idIn(call.params.id);
      await services.directory.ensure([userId]);
      const account = services.directory.account(userId);
      if (!account) throw new Refusal('not-found');
      const [row] = await new AccountRows(services).rows([account], await services.asOf(call, call.query.at));
      return { cache: 'no-store', position, body: row };
    },
  }),
  operation({
    ...write,
    path: '/admin/ban/:id',
    summary: 'Ban a member, permanently or until a time: all their sessions end immediately',
    body: ban,
    actions: ['ban'],
    run: (call, services) => runOnMember(services, call, (userId) => services.userActions.ban(call, userId, call.body)),
  }),
  operation({
    ...write,
    path: '/admin/unban/:id',
    summary: 'Lift a ban',
    body: unban,
    actions: ['ban'],
    run: (call, services) =>
      runOnMember(services, call, (userId) => services.userActions.unban(call, userId, call.body.reason)),
  }),
  operation({
    ...write,
    path: '/admin/role/:id',
    summary: 'Give a member another role in place of their current one',
    body: role,
    actions: ['manage-roles'],
    run: (call, services) =>
      runOnMember(services, call, (userId) => services.userActions.giveRole(call, userId, call.body)),
  }),
];

/** Acts on the member in the address. */
async function runOnMember(
  { responses }: Pick<Services, 'responses'>,
  { params }: Pick<Call, 'params'>,
  run: (userId: number) => Promise<Handled>,
): Promise<Result> {
  const userId = idIn(params.id);
  const handled = await run(userId);
  return responses.written(handled, { id: userId, acts: handled.eventIds });
}
