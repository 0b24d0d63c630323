import { upcastEvent } from '@guildhall/domain/events.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import type { ProjectedEvent, View } from '../view.js';
import type { DocumentId, ViewDocument } from '../view-store.js';

export class FoldInMemory {
  private readonly collections = new Map<string, Map<DocumentId, ViewDocument>>();

  constructor(views: readonly View[], events: readonly StoredEvent[]) {
    for (const stored of events) {
      const event = upcastEvent(stored.type, stored.data);
      if (!event) continue;
      const projectedEvent: ProjectedEvent = Object.assign({}, stored, event);
      const get = <T extends ViewDocument>(collection: string, id: DocumentId) =>
        (this.collections.get(collection)?.get(id) ?? null) as T | null;
      const changes = views.flatMap((view) => view.project(projectedEvent, get));
      for (const { collection, document } of changes) {
        const documents = this.collections.get(collection) ?? new Map<DocumentId, ViewDocument>();
        this.collections.set(collection, documents.set(document.id, { ...document, pos: stored.position }));
      }
    }
  }

  listAll<T extends ViewDocument>(collection: string): T[] {
    return [...(this.collections.get(collection)?.values() ?? [])] as T[];
  }

  getOne<T extends ViewDocument>(collection: string, id: DocumentId): T | null {
    return (this.collections.get(collection)?.get(id) ?? null) as T | null;
  }
}
