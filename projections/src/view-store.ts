import type { EventReference } from '@guildhall/event-store/event-reference.js';
import type { Position } from '@guildhall/event-store/port.js';

/**
 * The view store's port: documents in collections, and the subset of MongoDB's query language that Guildhall uses. Two
 * adapters implement it, SQLite and MongoDB; one contract suite runs on both. A generation is one complete set of
 * views, folded from one log.
 */
export type DocumentId = number | string;
export type Scalar = string | number | boolean | null;

/** Plain JSON. `pos` is the position of the event that wrote it last. */
export interface ViewDocument {
  id: DocumentId;
  pos: Position;
}

/** Both adapters reject a query that uses an undeclared field. */
export interface CollectionShape {
  /** Field names in order; `id` is always indexed. Indexed fields hold scalars or are absent. */
  indexes: readonly (readonly string[])[];
  /** A field that is mostly null. A store may omit documents in which it is null from the field's indexes. */
  sparse?: string;
  /** Old documents are pruned (see the meta key `prunedTo`). Their ids begin with their event's position. */
  pruned?: true;
}
export type ViewSchema = Readonly<Record<string, CollectionShape>>;

export type Condition =
  Scalar | { $in: readonly Scalar[] } | { $gt?: Scalar; $gte?: Scalar; $lt?: Scalar; $lte?: Scalar };

/**
 * `null` matches both null and absent, as in MongoDB; a range never matches null, absent or another type; strings
 * compare by code point and are case-sensitive.
 */
export type Filter = Readonly<Record<string, Condition>>;

export interface FindOptions {
  /**
   * Ascending: absent and null, then numbers, strings, booleans. Documents that are equal in all fields have no defined
   * order: end with `id` if that matters.
   */
  sort?: readonly (readonly [field: string, direction: 1 | -1])[];
  limit?: number;
}

/** A document's final state after a page; `document: null` removes it. */
export interface ViewWrite {
  collection: string;
  id: DocumentId;
  pos: Position;
  document: ViewDocument | null;
  /** Null if there is none; absent if the writer has not read it. */
  stored?: ViewDocument | null | undefined;
}

export interface ViewPage {
  writes: readonly ViewWrite[];
  last: EventReference;
  /** A store that has seen a later epoch rejects the page with `StaleWriter`. */
  epoch: number;
}

export interface ViewStore {
  readonly generation: number;
  readonly pageBytes: number;

  find<T extends ViewDocument>(collection: string, filter: Filter, options?: FindOptions): Promise<T[]>;
  /** If an index has all of these declared fields, no document is read. Null: absent. */
  findFields<F extends string>(
    collection: string,
    fields: readonly F[],
    filter: Filter,
    options?: FindOptions,
  ): Promise<Record<F, Scalar>[]>;
  getMany<T extends ViewDocument>(collection: string, ids: readonly DocumentId[]): Promise<T[]>;
  count(collection: string, filter: Filter): Promise<number>;
  scan<T extends ViewDocument>(collection: string): AsyncIterable<T[]>;

  /** Every event up to here is in the views; `beginning` in a new generation. */
  checkpoint(): Promise<Position>;
  /**
   * The newest event whose changes may be in the documents: at the checkpoint, or at the end of a half-written page.
   * Null in a new generation.
   */
  lastEvent(): Promise<EventReference | null>;
  /**
   * Documents already at the write's position or later are not changed. After any error except `StaleWriter` the writer
   * calls `recover`, discards what it has read and resumes from `checkpoint()`: the page may or may not be written. A
   * crash may roll back the last pages together with their checkpoints. @throws StaleWriter, StoreUnavailable
   */
  apply(page: ViewPage): Promise<void>;
  /**
   * Finishes a half-written page and excludes writers of earlier epochs; other connections then see all pages so far.
   * @throws StaleWriter, StoreUnavailable
   */
  recover(epoch: number): Promise<void>;
  /** Deletes documents of events before the position, outside the pages and in slices between which other work runs. */
  prune(collection: string, below: Position): Promise<void>;

  getMeta<T>(key: string): Promise<T | null>;
  setMeta(key: string, value: unknown): Promise<void>;

  close(): Promise<void>;
}

export interface LiveGeneration {
  /** The identity of the log that the views were folded from. */
  log: string;
  /** The version of the views that folded it. */
  views: number;
  generation: number;
  /**
   * Eight hex digits that identify the history to which positions belong. A rebuild keeps it, unless it is caused by a
   * restored older backup of the log.
   */
  historyId: string;
}

export interface OpenGenerationOptions {
  /**
   * For the writer of a new generation without readers. The declared indexes are omitted, so only `getMany` is fast,
   * and a crash may damage all of it. Opening it again without the option creates the indexes and syncs the data; it
   * must not become live before that.
   */
  building?: boolean;
}

export interface ViewGenerations {
  live(): Promise<LiveGeneration | null>;
  /** @throws StaleWriter if a writer of a later epoch has already named a generation */
  setLive(live: LiveGeneration, epoch: number): Promise<void>;
  open(generation: number, options?: OpenGenerationOptions): Promise<ViewStore>;
  /** Replaces the listener. */
  onDamaged(listener: (generation: number, error: StoreDamaged) => void): void;
  list(): Promise<number[]>;
  drop(generation: number): Promise<void>;
  /** Closes every store that was opened here. */
  close(): Promise<void>;
}

/** Another writer has taken over; this one must stop. */
export class StaleWriter extends Error {
  constructor(message = 'A later writer has taken over the views') {
    super(message);
    this.name = 'StaleWriter';
  }
}

/** `list` no longer contains the generation. */
export class StoreDamaged extends Error {
  override readonly name: string = 'StoreDamaged';
}

export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

/** Only an operator can free space. */
export class StoreFull extends StoreUnavailable {
  override readonly name: string = 'StoreFull';
}
