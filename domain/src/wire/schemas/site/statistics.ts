import { z } from 'zod';
import { count, name, time } from '../fields.js';

/** The count has been unavailable since `unknown_since` and is reported as 0. */
const players = { players: count, unknown_since: time.nullable() };
export const modeCount = z.strictObject({ mode: name, ...players });
export type ModeCount = z.infer<typeof modeCount>;
export type PlayerCount = Omit<ModeCount, 'mode'>;

export const statusResponse = z.strictObject({ ...players, modes: z.array(modeCount) });
export type StatusResponse = z.infer<typeof statusResponse>;

export const playersPoint = z.strictObject({
  at: time,
  average: z.number().min(0).nullable(),
  max: count.nullable(),
});
export type PlayersPoint = z.infer<typeof playersPoint>;

/** Days are in UTC. Counts include posts that were deleted later. */
export const growthPoint = z.strictObject({
  at: z.iso.date(),
  registered: count,
  verified: count,
  threads: count,
  replies: count,
});
export type GrowthPoint = z.infer<typeof growthPoint>;
