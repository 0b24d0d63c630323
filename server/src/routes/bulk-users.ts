import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { bulkResult } from '@guildhall/domain/wire/schemas/staff/users.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { bulkIds, inBulk } from '../http/bulk.js';
import { anyOfCases, flag, id, idReference } from '../request/input.js';
import { requireAccess } from '../http/access.js';
import { operation } from './operation.js';
import { perTarget } from '../http/operation-limits.js';
import { reasonField } from '../staff/reason.js';
import { banEnd } from '../staff/user-actions.js';

const userActions = ['ban', 'unban', 'role', 'delete'] as const;
const users = z
  .object({
    action: z.enum(userActions, { error: 'must be ban, unban, role or delete' }),
    ids: bulkIds,
    ...reasonField,
    until: banEnd,
    role: id.nullish(),
    texts: flag.default(false),
  })
  .meta(anyOfCases('action', { role: [{ required: ['role'], properties: { role: idReference } }] }, userActions));

export const bulkUserRoutes = [
  operation({
    method: 'post',
    path: '/admin/users/bulk',
    tag: 'Admin',
    summary: 'Ban, unban, give a role to or erase many members, each named once, with a result for each',
    body: users,
    response: writeResponse.extend({ results: z.array(bulkResult) }),
    rows: limits.bulk,
    actions: ['ban', 'manage-roles', 'erase'],
    limits: [perTarget],
    run: async (call, services) => {
      const { action, ids, role, reason, until, texts } = call.body;
      requireAccess({ actions: [action === 'role' ? 'manage-roles' : action === 'delete' ? 'erase' : 'ban'] }, call);
      const { results, last } = await inBulk(ids, (userId) => {
        switch (action) {
          case 'ban':
            return services.userActions.ban(call, userId, { reason, until });
          case 'unban':
            return services.userActions.unban(call, userId, reason);
          case 'delete':
            return services.userActions.erase(call, userId, { texts, reason });
          case 'role':
            if (!role) throw new Refusal('role-unknown', 'role');
            return services.userActions.giveRole(call, userId, { role, reason });
        }
      });
      return services.responses.written(last, { results });
    },
  }),
];
