import type { EventReference } from '@guildhall/event-store/event-reference.js';
import type { Position } from '@guildhall/event-store/port.js';

/**
 * Documents in collections, and the subset of MongoDB's query language that Guildhall uses. One contract suite runs on
 * both adapters, SQLite and MongoDB. A generation is one complete set of views, folded from one log.
 */
export type DocumentId = number | string;
export type Scalar = string | number | boolean | null;

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
  /** Old documents are pruned (see the meta key `prunedTo`). Their ids begin with the event's position. */
  pruned?: true;
}
export type ViewSchema = Readonly<Record<string, CollectionShape>>;

export type Condition =
  Scalar | { $in: readonly Scalar[] } | { $gt?: Scalar; $gte?: Scalar; $lt?: Scalar; $lte?: Scalar };

/**
 * `null` matches null and absent, as in MongoDB. A range only matches values of its own type, never null or absent
 * ones. Strings compare by code point.
 */
export type Filter = Readonly<Record<string, Condition>>;

export interface FindOptions {
  /** Absent and null sort first, then numbers, strings, booleans. Equal documents have no defined order: end with `id`. */
  sort?: readonly (readonly [field: string, direction: 1 | -1])[];
  limit?: number;
}

/** A document's final state after a page; `document: null` removes it. */
export interface ViewWrite {
  collection: string;
  id: DocumentId;
  pos: Position;
  document: ViewDocument | null;
  /** Null if there is no document; absent if the writer has not read it. */
  stored?: ViewDocument | null | undefined;
}

export interface ViewPage {
  writes: readonly ViewWrite[];
  last: EventReference;
  epoch: number;
}

export interface ViewStore {
  readonly generation: number;
  readonly pageBytes: number;

  find<T extends ViewDocument>(collection: string, filter: Filter, options?: FindOptions): Promise<T[]>;
  /** If an index contains all of these declared fields, no document is read. Null means absent. */
  findFields<F extends string>(
    collection: string,
    fields: readonly F[],
    filter: Filter,
    options?: FindOptions,
  ): Promise<Record<F, Scalar>[]>;
  getMany<T extends ViewDocument>(collection: string, ids: readonly DocumentId[]): Promise<T[]>;
  count(collection: string, filter: Filter): Promise<number>;
  scan<T extends ViewDocument>(collection: string): AsyncIterable<T[]>;

  checkpoint(): Promise<Position>;
  /** At the checkpoint, or at the end of a half-written page. Null in a new generation. */
  lastEvent(): Promise<EventReference | null>;
  /**
   * Never overwrites a document from the write's position or later. After any error except `StaleWriter`, the page may
   * or may not be written: call `recover` and resume from `checkpoint()`. A crash may roll back the last pages together
   * with their checkpoints. @throws StaleWriter, StoreUnavailable
   */
  apply(page: ViewPage): Promise<void>;
  /** Finishes a half-written page and excludes writers of earlier epochs. @throws StaleWriter, StoreUnavailable */
  recover(epoch: number): Promise<void>;
  /**
   * Deletes documents of events before the position, separately from the pages and in slices between which other work
   * runs.
   */
  prune(collection: string, below: Position): Promise<void>;

  getMeta<T>(key: string): Promise<T | null>;
  setMeta(key: string, value: unknown): Promise<void>;

  close(): Promise<void>;
}

export interface LiveGeneration {
  log: string;
  views: number;
  generation: number;
  /** Eight hex digits. Positions from another history are invalid, and a restored backup starts a new one. */
  historyId: string;
}

export interface OpenGenerationOptions {
  /**
   * Omits indexes, so only `getMany` is fast, and a crash may damage the whole generation. Before the generation
   * becomes live, it must be opened again without this option, which creates the indexes and syncs the data.
   */
  building?: boolean;
}

export interface ViewGenerations {
  live(): Promise<LiveGeneration | null>;
  /** @throws StaleWriter if a writer with a later epoch has already set a generation */
  setLive(live: LiveGeneration, epoch: number): Promise<void>;
  open(generation: number, options?: OpenGenerationOptions): Promise<ViewStore>;
  onDamaged(listener: (generation: number, error: StoreDamaged) => void): void;
  list(): Promise<number[]>;
  drop(generation: number): Promise<void>;
  close(): Promise<void>;
}

export class StaleWriter extends Error {
  constructor(message = 'A later writer has taken over the views') {
    super(message);
    this.name = 'StaleWriter';
  }
}

/** After this error, `list` no longer contains the generation. */
export class StoreDamaged extends Error {
  override readonly name: string = 'StoreDamaged';
}

export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

export class StoreFull extends StoreUnavailable {
  override readonly name: string = 'StoreFull';
}
