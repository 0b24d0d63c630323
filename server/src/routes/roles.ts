import { limits } from '@guildhall/domain/limits.js';
import { permissionKeys } from '@guildhall/domain/roles.js';
import type { StaffCommand } from '@guildhall/domain/staff/decide.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { isOneLine, createTextSchema } from '../request/input.js';
import type { Call } from '../http/operation.js';
import { route, tagRoutes } from './operation.js';
import { runOnId, runWithReason } from './run-with-reason.js';
import { limitPerMember } from '../http/operation-limits.js';
import type { Services } from '../services.js';
import { reasonBody, reasonField, type WithReason } from '../staff/reason.js';
import { roleReads } from './role-reads.js';

const name = createTextSchema('role-name-required', 'name-too-long', limits.roleName.max)
  .refine(isOneLine, { error: 'one-line' })
  .describe('One line with at least one visible character');
const roleBody = z.object({
  name,
  display_name: name.optional(),
  description: z
    .string()
    .max(limits.description.max)
    .nullish()
    .transform((value) => value?.toWellFormed().trim() ?? ''),
  color: z
    .string({ error: 'role-color' })
    .regex(/^#[0-9a-f]{6}$/i, { error: 'role-color' })
    .meta({ pattern: '^#[0-9A-Fa-f]{6}$' })
    .transform((value) => value.toLowerCase())
    .nullish()
    .describe(
      "The colour of the role's title next to names: `#` and six hex digits. Each appearance shows the nearest readable tone",
    ),
  ...reasonField,
});
const changeBody = roleBody.extend({
  permissions: z
    .strictObject(Object.fromEntries(permissionKeys.map((key) => [key, z.boolean().optional()])))
    .optional()
    .describe('The permissions to grant (true) or revoke (false); others do not change'),
});
const keyBody = z.object({ permission: z.enum(permissionKeys, { error: 'permission-unknown' }), ...reasonField });

const rolesPath = '/admin/roles';
const rolePath = `${rolesPath}/:id`;

const writeFields = {
  atRoot: true,
  response: writeResponseWithId,
  actions: ['manage-roles'],
  limits: [limitPerMember('staff')],
} as const;

export const roleRoutes = tagRoutes('Admin', [
  ...roleReads,
  route.post(rolesPath, {
    scope: 'write:site',
    ...writeFields,
    summary: "Create a role, which starts with Member's permissions",
    body: roleBody,
    status: 201,
    run: (call, services) =>
      runWithReason(services, call, { name: 'create-role', id: 'new' }, (context, roleId) => {
        const command = { type: 'CreateRole', roleId, ...toNames(call.body) } as const;
        return services.commands.staff(command, call.actor, context);
      }),
  }),
  route.put(rolePath, {
    scope: 'write:site',
    ...writeFields,
    summary: "Change a role's name, description and permissions",
    body: changeBody,
    run: (call, services) =>
      execute(services, call, 'change-role', (roleId) => ({
        type: 'ChangeRole',
        roleId,
        ...toNames(call.body),
        ...(call.body.permissions && { keys: call.body.permissions }),
      })),
  }),
  route.delete(rolePath, {
    scope: 'write:site',
    ...writeFields,
    summary: 'Delete a role; its holders become Members',
    body: reasonBody,
    run: (call, services) => execute(services, call, 'delete-role', (roleId) => ({ type: 'DeleteRole', roleId })),
  }),
  route.post(`${rolePath}/permissions`, {
    scope: 'write:site',
    ...writeFields,
    summary: 'Grant a permission to a role',
    body: keyBody,
    run: (call, services) => {
      const key = call.body.permission;
      return execute(services, call, `give-key ${key}`, (roleId) => ({ type: 'GiveKey', roleId, key }));
    },
  }),
  route.delete(`${rolePath}/permissions/:permission`, {
    scope: 'write:site',
    ...writeFields,
    summary: 'Revoke a permission from a role',
    body: reasonBody,
    run: (call, services) => {
      const key = String(call.params.permission);
      return execute(services, call, `take-key ${key}`, (roleId) => ({ type: 'TakeKey', roleId, key }));
    },
  }),
]);

const toNames = ({ name, display_name: displayName = name, description, color }: z.infer<typeof roleBody>) => ({
  name,
  displayName,
  description,
  ...(color && { color }),
});

const execute = (services: Services, call: Call<WithReason>, name: string, commandFor: (id: number) => StaffCommand) =>
  runOnId(services, call, name, (context, id) => services.commands.staff(commandFor(id), call.actor, context));
