import type { Decider } from '@guildhall/domain/decider.js';
import type { DomainEvent } from '@guildhall/domain/events.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import { estimateBytes } from '@guildhall/projections/runner/document-size.js';
import { LRUCache } from 'lru-cache';
import { Fold } from '../log/fold.js';

type AnyFold = Fold<unknown, unknown, DomainEvent, unknown>;

const foldBytes = 1_000;
const commandBytes = 300;
const maxBytes = 4 * 1024 * 1024;

/**
 * Caches folds so that a command on a long stream reads only new events. If a cached fold is outdated, the append
 * fails.
 */
export class AggregateCache {
  private readonly cache: LRUCache<string, AnyFold>;

  constructor(maxSize = maxBytes) {
    this.cache = new LRUCache({ maxSize, sizeCalculation: estimateFoldBytes });
  }

  of<State, Command, Event extends DomainEvent, Context>(
    stream: string,
    decider: Decider<State, Command, Event, Context>,
  ): Fold<State, Command, Event, Context> {
    const cachedFold = this.cache.get(stream);
    if (cachedFold) return cachedFold as unknown as Fold<State, Command, Event, Context>;
    const fold = new Fold(stream, decider);
    this.cache.set(stream, fold as unknown as AnyFold);
    return fold;
  }

  apply(event: StoredEvent): void {
    const fold = this.cache.peek(event.stream);
    if (!fold || event.revision !== fold.nextRevision) return;
    fold.apply(event);
    this.measure(fold);
  }

  measure(fold: { readonly stream: string }): void {
    const cachedFold = this.cache.peek(fold.stream);
    if (!cachedFold || (cachedFold as unknown) !== fold) return;
    this.cache.delete(fold.stream);
    this.cache.set(fold.stream, cachedFold);
  }
}

const estimateFoldBytes = ({ state, commands }: AnyFold) =>
  foldBytes + commands.size * commandBytes + 2 * estimateBytes(state);
