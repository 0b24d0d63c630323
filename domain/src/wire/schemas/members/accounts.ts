import { permissionKeys } from '../../../roles.js';
import { z } from 'zod';
import { avatar, count, id, name, time } from '../fields.js';
import { writeResponse } from '../write.js';

export const account = {
  id,
  username: name,
  email: name.meta({ format: 'idn-email' }),
  verified: z.boolean(),
  banned: z.boolean(),
  is_admin: z.boolean(),
  role: name,
  role_id: id,
  permissions: z.array(z.enum(permissionKeys)),
  avatar_url: avatar,
  created_at: time,
};

const me = z
  .strictObject({
    ...account,
    two_step: z.boolean(),
    /** Present if a mail server has refused the address, in which case no notifications are sent by email. */
    email_pause: z.strictObject({ at: time, reason: z.string() }).optional(),
  })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof me>;

export const meResponse = z.strictObject({ user: me.nullable() });
/**
 * The specification requires `success`. Like other writes, the response also contains `message`, with the same text.
 */
export const registerResponse = z.strictObject({ success: z.string().min(1), message: z.string().min(1) });
export type RegisterResponse = z.infer<typeof registerResponse>;
export const loginResponse = z.strictObject({ success: z.literal(true), user: me });

/** Derived from the session's secret id. */
export const sessionId = z.base64url().min(22).max(22);

export const sessionRow = z.strictObject({
  id: sessionId,
  user_agent: z.string(),
  created_at: time,
  used_at: time,
  expires_at: time,
  current: z.boolean(),
});
export const endedResponse = writeResponse.extend({ ended: count });

export const setupResponse = z.strictObject({ success: z.literal(true), secret: name, otpauth_url: z.url() });
export const recoveryResponse = z.strictObject({ success: z.literal(true), recovery_codes: z.array(name).length(10) });
