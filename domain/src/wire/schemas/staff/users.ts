import { z } from 'zod';
import { count, id, time } from '../fields.js';
import { account } from '../members/accounts.js';
import { memberBan } from './audit.js';

export const accountRow = z
  .strictObject({
    ...account,
    ban: memberBan.nullable(),
    posts: count,
    /** Null if the member hides it or has never logged in. */
    last_seen: time.nullable(),
  })
  .meta({ id: 'Account' });
export type AccountRow = z.infer<typeof accountRow>;

export const bulkResult = z
  .strictObject({
    id,
    success: z.boolean(),
    error: z.string().optional(),
    code: z.string().optional(),
    /** The ids to send in order to undo this action. */
    acts: z.array(z.uuid()).optional(),
  })
  .meta({ id: 'BulkResult' });
export type BulkResult = z.infer<typeof bulkResult>;
