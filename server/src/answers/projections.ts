import type { ProjectionsAnswer } from '@guildhall/domain/wire/admin.js';
import { z } from 'zod';
import type { ProjectionsStatus } from '../projector/projections-admin.js';
import { count, position, time } from './fields.js';

const poisonEvent = z.strictObject({
  position,
  type: z.string(),
  stream: z.string(),
  error: z.string(),
  at: time,
});
const difference = z.strictObject({
  collection: z.string(),
  id: z.union([z.string(), z.number()]),
  kind: z.enum(['missing', 'extra', 'different']),
  fields: z.array(z.string()),
});
const report = z.strictObject({
  position,
  documents: count,
  differences: z.array(difference),
  more: z.boolean(),
});
const outcome = z
  .strictObject({ at: time, ok: z.boolean(), message: z.string(), report: report.optional() })
  .nullable();

export const projectionsStatus = z.strictObject({
  generation: z.int(),
  checkpoint: position,
  head: position.nullable(),
  state: z.string(),
  poison: z.array(poisonEvent).readonly(),
  work: z.enum(['rebuild', 'verify']).nullable(),
  progress: z
    .strictObject({
      phase: z.enum(['building', 'switching']),
      done: count,
      position,
      total: count.optional(),
      eventsPerSecond: z.number(),
    })
    .nullable(),
  lastRebuild: outcome,
  lastVerify: outcome,
}) satisfies z.ZodType<ProjectionsStatus> & z.ZodType<ProjectionsAnswer>;
