import { placeFlags } from '@guildhall/domain/permissions.js';
import { permissionKeys } from '@guildhall/domain/roles.js';
import type { MatrixAnswer, PermissionEntryRow, RoleHolder, RoleRow } from '@guildhall/domain/wire/admin.js';
import { z } from 'zod';
import { avatar, count, id, name } from './fields.js';

export const roleRow = z
  .strictObject({
    id,
    name,
    display_name: name,
    description: z.string(),
    permissions: z.array(z.enum(permissionKeys)),
    default: z.boolean(),
    holders: count,
  })
  .meta({ id: 'Role' }) satisfies z.ZodType<RoleRow>;

export const roleHolder = z.strictObject({ id, username: name, avatar_url: avatar }) satisfies z.ZodType<RoleHolder>;

const flags = Object.fromEntries(placeFlags.map((flag) => [flag, z.boolean()])) as Record<
  (typeof placeFlags)[number],
  z.ZodBoolean
>;
export const permissionEntry = z
  .strictObject({ id, section_id: id.nullable(), subsection_id: id.nullable(), role_id: id, ...flags })
  .meta({ id: 'PermissionEntry' }) satisfies z.ZodType<PermissionEntryRow>;

export const matrixAnswer = z.strictObject({
  section_id: id,
  subsection_id: id.nullable(),
  version: id,
  entries: z.array(permissionEntry),
}) satisfies z.ZodType<MatrixAnswer>;
