import { aggregateIdOf } from '@guildhall/domain/ids.js';
import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { adminRole, memberRole, permissionKeys } from '@guildhall/domain/roles.js';
import type { StaffCommand } from '@guildhall/domain/staff/decide.js';
import { rolesOf, type Role } from '@guildhall/domain/staff/state.js';
import { roleHolder, type RoleRow, roleRow } from '@guildhall/domain/wire/schemas/roles.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { type AsOf } from '../read-models/as-of.js';
import { idIn, text, asOfQuery } from '../http/input.js';
import { operation, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/result.js';
import { nextPage, positiveIntUpTo } from '../http/paging.js';
import type { Requester } from '../http/session.js';
import type { Directory } from '../read-models/directory.js';
import type { Commands } from '../commands/commands.js';
import type { Responses } from '../http/responses.js';
import type { Texts } from '../vault/texts.js';
import { reasonField } from '../staff/reason.js';
import { requireAnyAction, staffContext } from '../staff/staff-calls.js';

interface Dependencies {
  responses: Responses;
  directory: Directory;
  texts: Texts;
  asOf: (asking: Requester, at: string | undefined) => Promise<AsOf>;
  commands: Commands;
}

const name = text('role-name-required', 'name-too-long', limits.roleName.max).refine(
  (value) => !/\p{Cc}/u.test(value),
  { error: 'must not contain control characters' },
);
const roleBody = z.object({
  name,
  display_name: name.optional(),
  description: z
    .string()
    .max(limits.description.max)
    .nullish()
    .transform((value) => value?.toWellFormed().trim() ?? ''),
  ...reasonField,
});
const keyBody = z.object({ permission: z.string({ error: 'permission-unknown' }), ...reasonField });
const justified = z.object(reasonField);
type WithReason = z.infer<typeof justified>;
const holders = z.object({
  ...asOfQuery,
  limit: positiveIntUpTo(limits.listRows).default(limits.listRows),
  page: positiveIntUpTo(limits.listRows * limits.listRows).default(1),
});

const all = '/admin/roles';
const one = `${all}/:id`;

export function roleRoutes(services: Dependencies): Operation[] {
  return [...readingRoutes(services), ...writingRoutes(services), ...keyRoutes(services)];
}

function readingRoutes(services: Dependencies): Operation[] {
  return [
    operation({
      method: 'get',
      path: all,
      atRoot: true,
      tag: 'Admin',
      summary: 'The roles with their permissions, Admin and Member first',
      query: z.object(asOfQuery),
      response: z.array(roleRow),
      run: (call) => list(services, call),
    }),
    operation({
      method: 'get',
      path: `${one}/holders`,
      tag: 'Admin',
      summary: 'Who holds a role, by name; a header says how many there are in all',
      query: holders,
      response: z.array(roleHolder),
      run: (call) => listHolders(services, call),
    }),
  ];
}

const written = { atRoot: true, tag: 'Admin', response: writeResponseWithId } as const;

function writingRoutes(services: Dependencies): Operation[] {
  return [
    operation({
      ...written,
      method: 'post',
      path: all,
      summary: "Make a role: with Member's permissions at first",
      body: roleBody,
      status: 201,
      run: (call) => create(services, call),
    }),
    operation({
      ...written,
      method: 'put',
      path: one,
      summary: 'Call a role otherwise',
      body: roleBody,
      run: (call) => change(services, call),
    }),
    operation({
      ...written,
      method: 'delete',
      path: one,
      summary: 'Delete a role: who held it is a Member',
      body: justified,
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
      run: (call) => {
        const key = call.body.permission;
        return execute(services, call, `give-key ${key}`, (roleId) => ({ type: 'GiveKey', roleId, key }));
      },
    }),
    operation({
      ...written,
      method: 'delete',
      path: `${one}/permissions/:permission`,
      summary: 'Take a permission from a role',
      body: justified,
      run: (call) => {
        const key = String(call.params.permission);
        return execute(services, call, `take-key ${key}`, (roleId) => ({ type: 'TakeKey', roleId, key }));
      },
    }),
  ];
}

async function list(
  services: Dependencies,
  call: Call<unknown, z.infer<z.ZodObject<typeof asOfQuery>>>,
): Promise<Result> {
  requireAnyAction(call, 'manage-roles', 'view-users');
  const then = await services.asOf(call, call.query.at);
  const roles = rolesOf(then.policy.staff);
  return { cache: 'no-store', body: roles.map((role) => rowOf(role, holdersIn(services, then, role.roleId).length)) };
}

const rowOf = (role: Role, held: number): RoleRow => ({
  id: role.roleId,
  name: role.name,
  display_name: role.displayName,
  description: role.description,
  permissions: permissionKeys.filter((key) => role.keys.has(key)),
  default: role.roleId === adminRole.id || role.roleId === memberRole.id,
  holders: held,
});

/** Existing accounts that held a role then. A Member holds no other role. */
function holdersIn({ directory }: Dependencies, { policy }: AsOf, roleId: number): number[] {
  if (roleId !== memberRole.id) {
    const { holders } = policy.staff;
    return [...holders].flatMap(([userId, held]) => (held === roleId && directory.account(userId) ? userId : []));
  }
  return directory.all().flatMap(({ id, verified }) => (verified && policy.roleOf(id) === roleId ? id : []));
}

async function listHolders(services: Dependencies, call: Call<unknown, z.infer<typeof holders>>): Promise<Result> {
  requireAnyAction(call, 'manage-roles', 'view-users');
  const roleId = idIn(call.params.id);
  const { at, page, limit } = call.query;
  const then = await services.asOf(call, at);
  if (!then.policy.isRole(roleId)) throw new Refusal('not-found');
  const people = holdersIn(services, then, roleId)
    .map((id) => ({ id, username: services.directory.nameOf(id) }))
    .sort((a, b) => (a.username.toLowerCase() < b.username.toLowerCase() ? -1 : 1));
  const shown = people.slice((page - 1) * limit, page * limit);
  const links = nextPage(people.length > page * limit ? String(page + 1) : null, 'page');
  return {
    cache: 'no-store',
    total: people.length,
    links,
    body: shown.map((it) => ({ ...it, avatar_url: services.directory.author(it.id).avatar_url })),
  };
}

const namesIn = ({ name, display_name: displayName = name, description }: z.infer<typeof roleBody>) => ({
  name,
  displayName,
  description,
});

async function create(services: Dependencies, call: Call<z.infer<typeof roleBody>>): Promise<Result> {
  requireAnyAction(call, 'manage-roles');
  const context = await staffContext(services, call, 'create-role', call.body.reason, null);
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
  requireAnyAction(call, 'manage-roles');
  const roleId = idIn(call.params.id);
  const context = await staffContext(services, call, `${name} ${roleId}`, call.body.reason, null);
  const handled = await services.commands.staff(commandFor(roleId), call.actor, context);
  return services.responses.written(handled, { id: roleId, acts: handled.eventIds });
}
