import { limits, modePattern } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import {
  growthPoint,
  type GrowthPoint,
  playersPoint,
  type PlayersPoint,
} from '@guildhall/domain/wire/schemas/site/statistics.js';
import { findDaysBetween } from '@guildhall/projections/views/growth/project.js';
import { readPlayerCounts, playerSteps } from '@guildhall/projections/views/player-counts/project.js';
import { z } from 'zod';
import { time } from '../request/input.js';
import { route, tagRoutes } from './operation.js';
import { createStringSchema, readQuery } from '../request/paging.js';

export const moment = time.transform((at) => Date.parse(at)).refine((at) => at >= 0, { error: 'must be after 1970' });
const day = z.iso
  .date({ error: 'must be a day like 2026-11-21' })
  .refine((at) => at > '1970-02', { error: 'must be after 1970' });
const players = readQuery.extend({
  mode: createStringSchema(modePattern, { maxLength: limits.modeName.max }).describe(
    'A game mode; the whole network if omitted',
  ),
  from: moment.optional(),
  to: moment.optional().describe('Exclusive; now if omitted'),
  step: z.enum(playerSteps, { error: `must be ${playerSteps.join(', ')}` }).default('1h'),
});
const growth = readQuery.extend({ from: day.optional(), to: day.optional().describe('Inclusive; today if omitted') });

/** Every interval in the range has a row, even if nothing is known or nothing happened. */
export const statsRoutes = tagRoutes('Site', [
  route.get('/stats/players', {
    scope: 'read',
    summary: 'Player counts over a period',
    query: players,
    response: z.array(playersPoint),
    rows: limits.points,
    run: async (call, services) => {
      const { mode, step } = call.query;
      const to = Math.min(call.query.to ?? Infinity, Date.now());
      const from = call.query.from ?? to - spans[step] * dayMs;
      const steps = listIntervals(from, to, lengths[step]);
      const { position } = await services.responses.begin(call);
      const [begin, end] = [steps[0] ?? '', new Date(to).toISOString()];
      const slots = await readPlayerCounts(services.views.store, mode ?? null, step, begin, end);
      const countsByTime = new Map(slots.map((counts) => [counts.at, counts]));
      const points = steps.map((at): PlayersPoint => {
        const counts = countsByTime.get(at);
        if (!counts || counts.max === null) return { at, average: null, max: null };
        return { at, average: Math.round((10 * counts.sum) / counts.known) / 10, max: counts.max };
      });
      return { cache: 'no-cache', position, body: points };
    },
  }),
  route.get('/stats/growth', {
    scope: 'read',
    summary: 'Registrations and posts per day, in the sections that the caller can see',
    query: growth,
    response: z.array(growthPoint),
    rows: limits.points,
    run: async (call, services) => {
      const today = new Date().toISOString().slice(0, 10);
      const requestedEnd = call.query.to ?? today;
      const to = requestedEnd < today ? requestedEnd : today;
      const from = call.query.from ? Date.parse(call.query.from) : Date.parse(to) - 29 * dayMs;
      const days = listIntervals(from, Date.parse(to) + 1, dayMs).map((at) => at.slice(0, 10));
      const { position } = await services.responses.begin(call);
      const points = new Map(days.map((at): [string, GrowthPoint] => [at, { at, ...noActivity }]));
      const places = services.policy.listVisiblePlaces(call.actor);
      for (const day of await findDaysBetween(services.views.store, places, days[0] ?? '', to)) {
        const point = points.get(day.day);
        if (point) for (const field of countedFields) point[field] += day[field];
      }
      return { cache: 'no-cache', position, body: [...points.values()] };
    },
  }),
]);

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
export const lengths = { '5m': 5 * minuteMs, '1h': 60 * minuteMs, '1d': dayMs };
/** A plot's default range in days, for each step. */
const spans = { '5m': 1, '1h': 30, '1d': 365 };

const noActivity = { registered: 0, verified: 0, threads: 0, replies: 0 };
const countedFields = Object.keys(noActivity) as (keyof typeof noActivity)[];

export function listIntervals(from: number, to: number, length: number): string[] {
  const firstStart = Math.floor(from / length) * length;
  const count = Math.max(0, Math.ceil((to - firstStart) / length));
  if (count > limits.points) throw new Refusal('too-many-points', 'from');
  return Array.from({ length: count }, (_, n) => new Date(firstStart + n * length).toISOString());
}
