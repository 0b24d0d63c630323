import type { EventReference } from '@guildhall/event-store/event-reference.js';
import type { Position } from '@guildhall/event-store/port.js';

/**
 * Views are documents in collections, queried with the subset of MongoDB's query language that Guildhall uses. Both
 * adapters, SQLite and MongoDB, pass one contract suite. A generation is one complete set of views, folded from one
 * log.
 */
export type DocumentId = number | string;
export type Scalar = string | number | boolean | null;

export interface ViewDocument {
  id: DocumentId;
  pos: Position;
}

/** Both adapters reject a query that uses an undeclared field. */
export interface CollectionShape {
  /** Lists of field names in order. `id` is always indexed. Indexed fields contain scalars or are absent. */
  indexes: readonly (readonly string[])[];
  /** A field that is null in most documents. A store may omit these documents from the field's indexes. */
  sparse?: string;
  /** Set if old documents are pruned (see the meta key `prunedTo`). Their ids must begin with the event's position. */
  pruned?: true;
}
export type ViewSchema = Readonly<Record<string, CollectionShape>>;

export type Condition =
  Scalar | { $in: readonly Scalar[] } | { $gt?: Scalar; $gte?: Scalar; $lt?: Scalar; $lte?: Scalar };

/**
 * `null` matches null and absent, as in MongoDB. A range matches only values of its own type, and never null or absent
 * ones. Strings are compared by code point.
 */
export type Filter = Readonly<Record<string, Condition>>;

export interface FindOptions {
  /**
   * Absent and null come first, then numbers, strings and booleans. End with `id` because the order of equal documents
   * is undefined.
   */
  sort?: readonly (readonly [field: string, direction: 1 | -1])[];
  limit?: number;
}

/** The final state of a document after a page. */
export interface ViewWrite {
  collection: string;
  id: DocumentId;
  pos: Position;
  document: ViewDocument;
  /** The document that is replaced. Null if there is none, or if the writer has not read it. */
  stored: ViewDocument | null;
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

  readCheckpoint(): Promise<Position>;
  /** The last event at the checkpoint, or at the end of a half-written page. Null in a new generation. */
  readLastEvent(): Promise<EventReference | null>;
  /**
   * Never overwrites a document from the write's position or a later one. After any error except `StaleWriter`,
   * the page may or may not have been written: call `recover` and resume from `readCheckpoint()`. A crash may roll back the
   * last pages together with their checkpoints.
   * @throws StaleWriter, StoreUnavailable
   */
  apply(page: ViewPage): Promise<void>;
  /** Completes a half-written page and excludes writers of earlier epochs. @throws StaleWriter, StoreUnavailable */
  recover(epoch: number): Promise<void>;
  /**
   * Deletes the documents of events before the position. Runs outside the pages, and in slices so that other work can
   * run in between.
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
  findLive(): Promise<LiveGeneration | null>;
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
