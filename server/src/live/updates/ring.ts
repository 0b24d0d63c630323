import type { Topic } from '@guildhall/domain/wire/topics.js';
import { beginning, pickLaterPosition, type Position } from '@guildhall/event-store/port.js';
import type { ChangesDocument, TopicChange } from '@guildhall/projections/views/changes/document.js';
import { readNewestChanges } from '@guildhall/projections/views/changes/queries.js';
import { readPrunedTo } from '@guildhall/projections/runner/prune-changes.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import { addTopicsOfUploads } from './rows/removed-uploads.js';

export type RingChange = Pick<TopicChange, 'kind' | 'rowId'> & { topic: Topic; position: Position };

const changesOfAnEvent = 4;

/** Lets browsers that were briefly offline catch up without reading from the view store. */
export class Ring {
  private changes: RingChange[] = [];
  private readonly byTopic = new Map<Topic, RingChange[]>();

  static async fill(store: ViewStore, upTo: Position, capacity: number): Promise<Ring> {
    const limit = Math.ceil(capacity / changesOfAnEvent);
    const newestDocuments = await readNewestChanges(store, limit);
    // If the limit was reached, there may be earlier changes.
    const cutAt = newestDocuments.length < limit ? beginning : (newestDocuments[0]?.id ?? beginning);
    // Must be read after the changes because the mark is set before changes are pruned.
    const prunedTo = (await readPrunedTo(store)) ?? beginning;
    const floor = pickLaterPosition(cutAt, prunedTo);
    const ring = new Ring(floor, capacity);
    const changes = newestDocuments.flatMap(toRingChanges);
    const includedChanges = changes.filter(({ position }) => position > floor && position <= upTo);
    ring.append(await addTopicsOfUploads(store, includedChanges));
    return ring;
  }

  private constructor(
    private floor: Position,
    private readonly capacity: number,
  ) {}

  append(changes: readonly RingChange[]): void {
    this.changes.push(...changes);
    for (const change of changes) this.addToIndex(change);
    if (this.changes.length > this.capacity * 1.25) this.dropOldest();
  }

  listChangesAfter(topic: Topic, position: Position): RingChange[] | null {
    if (position < this.floor) return null;
    return (this.byTopic.get(topic) ?? []).filter((change) => change.position > position);
  }

  coversChangesAfter(position: Position): boolean {
    return position >= this.floor;
  }

  listChangesSince(position: Position): RingChange[] {
    return this.changes.filter((change) => change.position > position);
  }

  private addToIndex(change: RingChange): void {
    const topicChanges = this.byTopic.get(change.topic);
    if (topicChanges) topicChanges.push(change);
    else this.byTopic.set(change.topic, [change]);
  }

  private dropOldest(): void {
    const droppedCount = this.changes.length - this.capacity;
    this.floor = this.changes[droppedCount - 1]?.position ?? this.floor;
    for (const { topic } of this.changes.splice(0, droppedCount)) {
      const topicChanges = this.byTopic.get(topic);
      // The oldest change overall is also the oldest one of its topic.
      topicChanges?.shift();
      if (topicChanges?.length === 0) this.byTopic.delete(topic);
    }
  }
}

export function toRingChanges({ id: position, rows }: ChangesDocument): RingChange[] {
  return rows.map(({ topic, kind, rowId }) => {
    return { position, topic: topic as Topic, kind, rowId };
  });
}
