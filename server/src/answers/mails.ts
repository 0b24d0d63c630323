import { z } from 'zod';
import { count, id, name, time } from './fields.js';

/** A mail that was not sent yet. */
export const mailRow = z.strictObject({
  id: name,
  user_id: id,
  username: name,
  kind: z.string(),
  attempts: count,
  last_error: z.string().nullable(),
  due_at: time.nullable(),
  created_at: time,
});
