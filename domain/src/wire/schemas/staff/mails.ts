import { z } from 'zod';
import { count, id, name, time } from '../fields.js';

/** The account's id and the email's id. */
export const mailId = z.string().regex(/^[1-9]\d{0,15}\.[\w-]{1,64}$/);

export const mailRow = z.strictObject({
  id: mailId,
  user_id: id,
  username: name,
  kind: z.string(),
  attempts: count,
  last_error: z.string().nullable(),
  due_at: time.nullable(),
  expired: z.boolean(),
  created_at: time,
});
export type MailRow = z.infer<typeof mailRow>;
