import type { Place } from '@guildhall/domain/structure/state.js';
import { placeIdOf } from '../places/project.js';
import type { ViewStore } from '../../view-store.js';
import type { DayDocument } from './project.js';

/** The days between two (both included) on which something was created, limited to these places. */
export async function daysBetween(
  store: ViewStore,
  places: readonly Place[],
  from: string,
  to: string,
): Promise<DayDocument[]> {
  const place = { $in: ['', ...places.map(placeIdOf)] };
  return store.find<DayDocument>('days', { place, day: { $gte: from, $lte: to } });
}
