import { refusals, type RefusalCode } from '../../refusals.js';
import { z } from 'zod';
import { id, time } from './fields.js';

const fields = {
  success: z.literal(true),
  message: z.string().optional(),
  stale: z.literal(true).optional().describe('Reads may not show the change yet'),
  acts: z.array(z.uuid()).optional().describe('The ids to send in order to undo this staff action'),
};
export const writeResponse = z.strictObject(fields).meta({ id: 'Done' });
export const writeResponseWithId = z
  .strictObject({ ...fields, id: id.describe('The id of the item that was created or changed') })
  .meta({ id: 'DoneTo' });
/** The response to a refused write has `error` instead of `success: true`. */
export type WriteResponse = z.infer<typeof writeResponse> & Partial<Pick<z.infer<typeof writeResponseWithId>, 'id'>>;

export const refusalSchema = z
  .strictObject({
    error: z.string().min(1).describe('A sentence for people'),
    code: z.enum(Object.keys(refusals) as RefusalCode[]),
    field: z.string().min(1).optional().describe('The field of the request that caused the refusal'),
    reason: z.string().nullable().optional().describe('The ban reason, when a banned member logs in'),
    until: time.nullable().optional().describe('When the ban expires; null if it is permanent'),
    appeal_token: z.string().min(1).optional().describe('For one appeal within a day'),
  })
  .meta({ id: 'Refused' });
export type RefusalResponse = z.infer<typeof refusalSchema>;
