import { refusals, type RefusalCode } from '../../refusals.js';
import { z } from 'zod';
import { id, time } from './fields.js';

const fields = {
  success: z.literal(true),
  message: z.string().optional(),
  stale: z.literal(true).optional(),
  /** The ids to send in order to undo this staff action. */
  acts: z.array(z.uuid()).optional(),
};
export const writeResponse = z.strictObject(fields).meta({ id: 'Done' });
export const writeResponseWithId = z.strictObject({ ...fields, id }).meta({ id: 'DoneTo' });
/** The response to a refused write has `error` instead of `success: true`. */
export type WriteResponse = z.infer<typeof writeResponse> & Partial<Pick<z.infer<typeof writeResponseWithId>, 'id'>>;

export const refusalSchema = z
  .strictObject({
    error: z.string().min(1),
    code: z.enum(Object.keys(refusals) as RefusalCode[]),
    field: z.string().min(1).optional(),
    /** Set when a banned member logs in. The token allows one appeal per ban and is valid for a day. */
    reason: z.string().nullable().optional(),
    until: time.nullable().optional(),
    appeal_token: z.string().min(1).optional(),
  })
  .meta({ id: 'Refused' });
export type RefusalResponse = z.infer<typeof refusalSchema>;
