import type { Decider } from '@guildhall/domain/decider.js';
import type { DomainEvent } from '@guildhall/domain/events.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import { approximateBytes } from '@guildhall/projections/runner/document-size.js';
import { LRUCache } from 'lru-cache';
import { Fold } from '../log/fold.js';

type AnyFold = Fold<unknown, unknown, DomainEvent, unknown>;

/** About: what a fold and the command ids of its events take in memory. */
const bytesOfFold = 1_000;
const bytesOfCommand = 300;
const maxBytes = 4 * 1024 * 1024;

/**
 * The folds of the aggregates that were used last, so that a command on a stream with a long history reads only what
 * is new. Events of the follower are applied to them; what they miss, an append with their revision finds out.
 */
export class KeptFolds {
  private readonly kept: LRUCache<string, AnyFold>;

  constructor(maxSize = maxBytes) {
    this.kept = new LRUCache({ maxSize, sizeCalculation: bytesOf });
  }

  /** The fold of a stream as far as this server knows it: without events, and at no revision, when it knows nothing. */
  of<State, Command, Event extends DomainEvent, Context>(
    stream: string,
    decider: Decider<State, Command, Event, Context>,
  ): Fold<State, Command, Event, Context> {
    const known = this.kept.get(stream);
    // The streams of one kind have one decider.
    if (known) return known as unknown as Fold<State, Command, Event, Context>;
    const fold = new Fold(stream, decider);
    this.kept.set(stream, fold as unknown as AnyFold);
    return fold;
  }

  /** An event of the follower. One that is not the next belongs to a stream of which this server has read nothing yet. */
  apply(event: StoredEvent): void {
    const fold = this.kept.peek(event.stream);
    if (!fold || event.revision !== fold.nextRevision) return;
    fold.apply(event);
    this.weigh(fold);
  }

  /** Called when a fold has read events: it takes more than when it was kept. */
  weigh(fold: { readonly stream: string }): void {
    const kept = this.kept.peek(fold.stream);
    if (!kept || (kept as unknown) !== fold) return;
    this.kept.delete(fold.stream);
    this.kept.set(fold.stream, kept);
  }
}

const bytesOf = ({ state, commands }: AnyFold) =>
  bytesOfFold + commands.size * bytesOfCommand + 2 * approximateBytes(state);
