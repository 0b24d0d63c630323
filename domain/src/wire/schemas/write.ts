import { refusals, type RefusalCode } from '../../refusals.js';
import { z } from 'zod';
import { id, time } from './fields.js';

const fields = {
  success: z.literal(true),
  message: z.string().optional(),
  /** The views do not show the change yet. */
  stale: z.literal(true).optional(),
  /** After an action of the staff: the ids by which its events can be undone. */
  acts: z.array(z.uuid()).optional(),
};
export const writeResponse = z.strictObject(fields).meta({ id: 'Done' });
/** After a write to one aggregate, new or known. */
export const writeResponseWithId = z.strictObject({ ...fields, id }).meta({ id: 'DoneTo' });
/** Every write that succeeds. A refused one has `error` instead of `success: true`. */
export type WriteResponse = z.infer<typeof writeResponse> & Partial<Pick<z.infer<typeof writeResponseWithId>, 'id'>>;

export const refusalSchema = z
  .strictObject({
    error: z.string().min(1),
    /** From the table of refusals. */
    code: z.enum(Object.keys(refusals) as RefusalCode[]),
    /** The refused field of the input, if there is one. */
    field: z.string().min(1).optional(),
    /** After the login of a banned member: reason, end, and a token to appeal with, valid for a day; one appeal for each ban. */
    reason: z.string().nullable().optional(),
    until: time.nullable().optional(),
    appeal_token: z.string().min(1).optional(),
  })
  .meta({ id: 'Refused' });
export type RefusalResponse = z.infer<typeof refusalSchema>;
