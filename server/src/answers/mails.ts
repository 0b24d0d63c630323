import type { MailRow } from '@guildhall/domain/wire/admin.js';
import { z } from 'zod';
import { count, id, name, time } from './fields.js';

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
}) satisfies z.ZodType<MailRow>;
