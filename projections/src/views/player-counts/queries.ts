import type { ViewStore } from '../../view-store.js';
import { seriesOf, type PlayerCountDocument, type PlayerStep } from './project.js';

/** The counts of the whole network, or of a mode, that begin within a time (ISO 8601, the end excluded), in order. */
export async function playerCounts(
  store: ViewStore,
  mode: string | null,
  step: PlayerStep,
  from: string,
  to: string,
): Promise<PlayerCountDocument[]> {
  const filter = { series: mode === null ? '' : seriesOf(mode), step, at: { $gte: from, $lt: to } };
  return store.find<PlayerCountDocument>('playerCounts', filter, { sort: [['at', 1]] });
}
