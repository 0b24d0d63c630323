import { permissionKeys } from '../../../roles.js';
import { z } from 'zod';
import { avatar, count, flags, id, name } from '../fields.js';

export const roleRow = z
  .strictObject({
    id,
    name,
    display_name: name,
    description: z.string(),
    /** The colour before its contrast is adjusted. Null for the default staff colour. */
    color: z.string().nullable(),
    permissions: z.array(z.enum(permissionKeys)),
    default: z.boolean(),
    holders: count,
  })
  .meta({ id: 'Role' });
export type RoleRow = z.infer<typeof roleRow>;

export const roleHolder = z.strictObject({ id, username: name, avatar_url: avatar });
export type RoleHolder = z.infer<typeof roleHolder>;

/** Either the section or the subsection is null. The `id` for a role in a place never changes. */
export const permissionEntry = z
  .strictObject({ id, section_id: id.nullable(), subsection_id: id.nullable(), role_id: id, ...flags })
  .meta({ id: 'PermissionEntry' });
export type PermissionEntryRow = z.infer<typeof permissionEntry>;

export const matrixResponse = z.strictObject({
  section_id: id,
  subsection_id: id.nullable(),
  version: id,
  entries: z.array(permissionEntry),
});
export type MatrixResponse = z.infer<typeof matrixResponse>;
