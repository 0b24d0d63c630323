import { permissionKeys } from '@guildhall/domain/roles.js';
import type { Me } from '@guildhall/domain/wire/rest.js';
import { z } from 'zod';
import { avatar, id, name, time } from './fields.js';

export const me = z
  .strictObject({
    id,
    username: name,
    email: z.email(),
    verified: z.boolean(),
    banned: z.boolean(),
    is_admin: z.boolean(),
    role: z.string(),
    role_id: id,
    permissions: z.array(z.enum(permissionKeys)),
    avatar_url: avatar,
    created_at: time,
    two_step: z.boolean(),
  })
  .meta({ id: 'Me' }) satisfies z.ZodType<Me>;

/** Who asks; null for a guest. */
export const meAnswer = z.strictObject({ user: me.nullable() });
export const loginAnswer = z.strictObject({ success: z.literal(true), user: me });
