import { refusals, type RefusalCode } from '@guildhall/domain/refusals.js';
import type { RefusalAnswer, WriteAnswer } from '@guildhall/domain/wire/rest.js';
import { z } from 'zod';
import { id, time } from './fields.js';

const fields = {
  success: z.literal(true),
  message: z.string().optional(),
  /** The views do not show the change yet. */
  stale: z.literal(true).optional(),
  /** Of an act of the staff: the ids by which its events can be undone. */
  acts: z.array(z.uuid()).optional(),
};
export const writeAnswer = z.strictObject(fields).meta({ id: 'Done' }) satisfies z.ZodType<WriteAnswer>;
/** Of a write to one thing, new or known. */
export const writeAnswerWithId = z
  .strictObject({ ...fields, id })
  .meta({ id: 'DoneTo' }) satisfies z.ZodType<WriteAnswer>;

export const refusalAnswer = z
  .strictObject({
    error: z.string().min(1),
    code: z.enum(Object.keys(refusals) as RefusalCode[]),
    field: z.string().min(1).optional(),
    reason: z.string().nullable().optional(),
    until: time.nullable().optional(),
    appeal_token: z.string().min(1).optional(),
  })
  .meta({ id: 'Refused' }) satisfies z.ZodType<RefusalAnswer>;
