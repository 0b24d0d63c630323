import { aggregateIdOf } from '@guildhall/domain/ids.js';
import { limits } from '@guildhall/domain/limits.js';
import { permissionKeys } from '@guildhall/domain/roles.js';
import type { StaffCommand } from '@guildhall/domain/staff/decide.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { idIn, isOneLine, text } from '../request/input.js';
import { operation, type Call, type Operation } from '../http/operation.js';
import { perMember } from '../http/operation-limits.js';
import type { Result } from '../http/responses/result.js';
import type { Services } from '../services.js';
import { reasonField, contextWithReason } from '../staff/reason.js';
import { visibleLine } from '../text/patterns.js';
import { roleReads, type RoleReads } from './role-reads.js';

type Dependencies = Pick<Services, 'responses' | 'texts' | 'commands'>;

const name = text('role-name-required', 'name-too-long', limits.roleName.max)
  .refine(isOneLine, { error: 'one-line' })
  .meta(visibleLine);
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
    .transform((value) => value.toLowerCase())
    .nullish()
    .describe(
      'Of its title beside names: `#` and six hex digits. Each appearance shows the nearest tone that can be read',
    ),
  ...reasonField,
});
const keyBody = z.object({ permission: z.enum(permissionKeys, { error: 'permission-unknown' }), ...reasonField });
const justified = z.object(reasonField);
type WithReason = z.infer<typeof justified>;

const all = '/admin/roles';
const one = `${all}/:id`;

export function roleRoutes(services: Dependencies & RoleReads): Operation[] {
  return [...roleReads(services), ...writingRoutes(services), ...keyRoutes(services)];
}

const written = { atRoot: true, tag: 'Admin', response: writeResponseWithId } as const;

function writingRoutes(services: Dependencies): Operation[] {
  return [
    operation({
      ...written,
      method: 'post',
      path: all,
      summary: "Create a role, with Member's permissions at first",
      body: roleBody,
      status: 201,
      actions: ['manage-roles'],
      limits: [perMember('staff')],
      run: (call) => create(services, call),
    }),
    operation({
      ...written,
      method: 'put',
      path: one,
      summary: 'Rename a role or change its description',
      body: roleBody,
      actions: ['manage-roles'],
      limits: [perMember('staff')],
      run: (call) => change(services, call),
    }),
    operation({
      ...written,
      method: 'delete',
      path: one,
      summary: 'Delete a role; its holders become Members',
      body: justified,
      actions: ['manage-roles'],
      limits: [perMember('staff')],
      run: (call) => execute(services, call, 'delete-role', (roleId) => ({ type: 'DeleteRole', roleId })),
    }),
  ];
}

function keyRoutes(services: Dependencies): Operation[] {
  return [
    operation({
      ...written,
      method: 'post',
      path: `${one}/permissions`,
      summary: 'Give a role a permission',
      body: keyBody,
      actions: ['manage-roles'],
      limits: [perMember('staff')],
      run: (call) => {
        const key = call.body.permission;
        return execute(services, call, `give-key ${key}`, (roleId) => ({ type: 'GiveKey', roleId, key }));
      },
    }),
    operation({
      ...written,
      method: 'delete',
      path: `${one}/permissions/:permission`,
      summary: 'Remove a permission from a role',
      body: justified,
      actions: ['manage-roles'],
      limits: [perMember('staff')],
      run: (call) => {
        const key = String(call.params.permission);
        return execute(services, call, `take-key ${key}`, (roleId) => ({ type: 'TakeKey', roleId, key }));
      },
    }),
  ];
}

const namesIn = ({ name, display_name: displayName = name, description, color }: z.infer<typeof roleBody>) => ({
  ...{ name, displayName, description },
  ...(color && { color }),
});

async function create(services: Dependencies, call: Call<z.infer<typeof roleBody>>): Promise<Result> {
  const context = await contextWithReason(services, call, 'create-role', call.body.reason, null);
  const roleId = aggregateIdOf(context.commandId);
  const command = { type: 'CreateRole', roleId, ...namesIn(call.body) } as const;
  const handled = await services.commands.staff(command, call.actor, context);
  return services.responses.written(handled, { id: roleId, acts: handled.eventIds });
}

async function change(services: Dependencies, call: Call<z.infer<typeof roleBody>>): Promise<Result> {
  return execute(services, call, 'change-role', (roleId) => ({ type: 'ChangeRole', roleId, ...namesIn(call.body) }));
}

async function execute(
  services: Dependencies,
  call: Call<WithReason>,
  name: string,
  commandFor: (roleId: number) => StaffCommand,
): Promise<Result> {
  const roleId = idIn(call.params.id);
  const context = await contextWithReason(services, call, `${name} ${roleId}`, call.body.reason, null);
  const handled = await services.commands.staff(commandFor(roleId), call.actor, context);
  return services.responses.written(handled, { id: roleId, acts: handled.eventIds });
}
