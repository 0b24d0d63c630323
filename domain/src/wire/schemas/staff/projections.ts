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

/** A document of the views that differs from the log; `extra`: it should not exist. */
const difference = z.strictObject({
  collection: z.string(),
  id: z.union([z.string(), z.number()]),
  kind: z.enum(['missing', 'extra', 'different']),
  /** The names of the fields that differ. */
  fields: z.array(z.string()),
});
export type DifferenceRow = z.infer<typeof difference>;

const report = z.strictObject({
  position,
  documents: count,
  differences: z.array(difference),
  /** More documents differ than are listed. */
  more: z.boolean(),
});
export type VerifyRow = z.infer<typeof report>;

/** How a rebuild or a verification ended; with a report where a verification was completed. */
const outcome = z.strictObject({ at: time, ok: z.boolean(), message: z.string(), report: report.optional() });
export type ProjectionsOutcome = z.infer<typeof outcome>;

/** The state of the views. Positions are opaque: of fixed width, to be compared. */
export const projectionsStatus = z.strictObject({
  generation: z.int(),
  checkpoint: position,
  /** Null while the log cannot be reached. */
  head: position.nullable(),
  /** 'following' normally; 'away' where the projector's process has not reported for a while. */
  state: z.string(),
  /** What the operator must correct before the projector can continue: a store refuses its user or certificates. */
  fault: z.string().nullable(),
  /** Events that could not be folded and were skipped. */
  poison: z.array(poisonEvent).readonly(),
  /** Effects outside the views, and the events for which they failed again and again. */
  reactions: z.array(z.strictObject({ name: z.string(), position, skipped: z.array(poisonEvent).readonly() })),
  /** The current work. */
  work: z.enum(['rebuild', 'verify']).nullable(),
  /** While a rebuild runs; without a total where the number of events is not known. */
  progress: z
    .strictObject({
      phase: z.enum(['building', 'switching']),
      done: count,
      position,
      total: count.optional(),
      eventsPerSecond: z.number(),
    })
    .nullable(),
  /** Since the projector's start. */
  lastRebuild: outcome.nullable(),
  lastVerify: outcome.nullable(),
});
export type ProjectionsResponse = z.infer<typeof projectionsStatus>;
