import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { PlaceCounts } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { parseTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import { beginning, type Position } from '@guildhall/event-store/port.js';
import { findPlaceOfTopic, readPlaceNumbers } from '../../../read-models/place-numbers.js';
import type { RingChange } from '../ring.js';
import type { Services } from '../../../services.js';

/** Must be loaded after the threads because the counts change with them. */
export class PlaceCountRows {
  private readonly counts = new Map<string, PlaceCounts>();

  constructor(private readonly services: Services) {}

  async load(changes: readonly RingChange[]): Promise<Position> {
    const topics = new Set(changes.filter(({ kind }) => kind === 'summary').map(({ topic }) => topic));
    const places = [...topics].flatMap((topic) => findPlaceOfTopic(this.services.policy.structure, topic) ?? []);
    if (places.length === 0) return beginning;
    let newestPosition = beginning;
    for (const [id, { readAt, ...counts }] of await readPlaceNumbers(this.services, places)) {
      this.counts.set(id, counts);
      if (readAt > newestPosition) newestPosition = readAt;
    }
    return newestPosition;
  }

  buildCountsRow(topic: Topic, pos: Position): LiveRow | null {
    const counts = this.counts.get(topic);
    return counts ? { kind: 'place', id: parseTopic(topic)?.id ?? 0, pos, ...counts } : null;
  }
}
