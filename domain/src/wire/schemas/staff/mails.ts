import { z } from 'zod';
import { count, id, name, time } from '../fields.js';

/** A mail that has not been sent yet. */
export const mailRow = z.strictObject({
  id: name,
  user_id: id,
  username: name,
  kind: z.string(),
  attempts: count,
  last_error: z.string().nullable(),
  /** When it is tried next; null if it is no longer tried. */
  due_at: time.nullable(),
  /** Its link expired before it could be sent. */
  expired: z.boolean(),
  created_at: time,
});
export type MailRow = z.infer<typeof mailRow>;
