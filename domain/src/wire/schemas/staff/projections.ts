import { z } from 'zod';
import { count, position, time } from '../fields.js';

const poisonEvent = z.strictObject({
  position,
  type: z.string(),
  stream: z.string(),
  error: z.string(),
  at: time,
});
export type PoisonRow = z.infer<typeof poisonEvent>;

const difference = z.strictObject({
  collection: z.string(),
  id: z.union([z.string(), count]),
  kind: z.enum(['missing', 'extra', 'different']),
  fields: z.array(z.string()),
});

const report = z.strictObject({
  position,
  documents: count,
  differences: z.array(difference),
  more: z.boolean(),
});
export type VerifyRow = z.infer<typeof report>;

const outcome = z.strictObject({ at: time, ok: z.boolean(), message: z.string(), report: report.optional() });
export type ProjectionsOutcome = z.infer<typeof outcome>;

/** Positions are opaque, but their width is fixed, so they can be compared as strings. */
export const projectionsStatus = z.strictObject({
  generation: count,
  checkpoint: position,
  head: position.nullable(),
  /** 'away' if the projector process has stopped reporting. */
  state: z.string(),
  fault: z.string().nullable(),
  poison: z.array(poisonEvent).readonly(),
  reactions: z.array(z.strictObject({ name: z.string(), position, skipped: z.array(poisonEvent).readonly() })),
  work: z.enum(['rebuild', 'verify']).nullable(),
  progress: z
    .strictObject({
      phase: z.enum(['building', 'switching']),
      done: count,
      position,
      eventsPerSecond: z.number(),
    })
    .nullable(),
  lastRebuild: outcome.nullable(),
  lastVerify: outcome.nullable(),
});
export type ProjectionsResponse = z.infer<typeof projectionsStatus>;
