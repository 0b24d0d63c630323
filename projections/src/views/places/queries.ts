import type { Place } from '@guildhall/domain/structure/state.js';
import type { ViewStore } from '../../view-store.js';
import { placeIdOf, type PlaceDocument } from './project.js';

/** The counts of each place, by `placeIdOf`; a place that never had content is absent. */
export async function placeCounts(store: ViewStore, places: readonly Place[]): Promise<Map<string, PlaceDocument>> {
  const found = await store.getMany<PlaceDocument>('places', places.map(placeIdOf));
  return new Map(found.map((document) => [document.id, document]));
}
