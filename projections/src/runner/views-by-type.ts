import type { EventType } from '@guildhall/domain/events.js';
import type { View } from '../view.js';

/** The views that an event may change, as far as its type tells. */
export class ViewsByType {
  private readonly all = new Map<EventType, readonly View[]>();
  private readonly kept = new Map<EventType, readonly View[]>();

  constructor(private readonly views: readonly View[]) {}

  /** `isPruned`: changes of the event would be pruned immediately where a collection is. */
  of(type: EventType, isPruned: boolean): readonly View[] {
    const known = isPruned ? this.kept : this.all;
    const views = known.get(type) ?? this.views.filter((view) => isAsked(view, type, isPruned));
    if (!known.has(type)) known.set(type, views);
    return views;
  }
}

function isAsked({ events, schema }: View, type: EventType, isPruned: boolean): boolean {
  if (events && !events.includes(type)) return false;
  const shapes = Object.values(schema);
  return !(isPruned && shapes.length > 0 && shapes.every(({ pruned }) => pruned));
}
