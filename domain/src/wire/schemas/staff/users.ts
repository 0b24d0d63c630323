import { permissionKeys } from '../../../roles.js';
import { z } from 'zod';
import { avatar, count, id, name, time } from '../fields.js';

export const accountRow = z
  .strictObject({
    id,
    username: name,
    email: name,
    verified: z.boolean(),
    banned: z.boolean(),
    ban: z.strictObject({ reason: z.string().nullable(), until: time.nullable() }).nullable(),
    is_admin: z.boolean(),
    role: name,
    role_id: id,
    permissions: z.array(z.enum(permissionKeys)),
    avatar_url: avatar,
    created_at: time,
    posts: count,
  })
  .meta({ id: 'Account' });
export type AccountRow = z.infer<typeof accountRow>;

/** One result per id of a bulk action, in the order of the ids. */
export const bulkResult = z
  .strictObject({
    id,
    success: z.boolean(),
    error: z.string().optional(),
    code: z.string().optional(),
    /** The ids that an undo names. */
    acts: z.array(z.uuid()).optional(),
  })
  .meta({ id: 'BulkResult' });
export type BulkResult = z.infer<typeof bulkResult>;
