import { z } from 'zod';
import { count, id, name, time } from '../fields.js';

export const mailRow = z.strictObject({
  id: name,
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
