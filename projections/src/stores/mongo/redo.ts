import { BSON, type Collection, type Db } from 'mongodb';
import type { EventReference } from '@guildhall/event-store/event-reference.js';
import { beginning, type Position } from '@guildhall/event-store/port.js';
import { isDuplicateKey } from './errors.js';
import { StaleWriter, type ViewPage, type ViewWrite } from '../../view-store.js';

/*
 * Writes a page atomically without transactions, which not every server of the protocol supports:
 *
 * 1. The redo record is replaced; it contains all of the page's writes. If a page exceeds 12 MiB, the remaining writes
 *    are inserted first, as parts.
 * 2. The documents are written, each only over one with an earlier position, so repeating a write changes nothing.
 * 3. The state marks the page as done and moves the checkpoint to its last event.
 *
 * A crash between 1 and 3 leaves a half-written page. The next writer that claims the generation repeats step 2 from the
 * record, then does step 3. Each step requires that no later epoch has claimed the generation, so an overtaken writer
 * fails in step 1 or 3.
 */

type RedoWrite = Omit<ViewWrite, 'stored'>;

interface Redo {
  _id: 'redo';
  epoch: number;
  page: string | null;
  checkpoint: Position;
  last: EventReference | null;
  writes: RedoWrite[];
  parts: number;
}

interface RedoPart {
  _id: string;
  writes: RedoWrite[];
}

interface State {
  _id: 'state';
  epoch: number;
  checkpoint: Position;
  last: EventReference | null;
  done: string | null;
}

export interface BegunPage extends ViewPage {
  page: string;
  parts: number;
}

const recordBytes = 12 * 1024 * 1024; // A MongoDB document is limited to 16 MiB.

export class MongoRedo {
  readonly #redo: Collection<Redo>;
  readonly #parts: Collection<RedoPart>;
  readonly #state: Collection<State>;

  constructor(db: Db) {
    this.#redo = db.collection('_redo');
    this.#parts = db.collection('_redoParts');
    this.#state = db.collection('_state');
  }

  async create(): Promise<void> {
    const emptyRedo: Redo = {
      _id: 'redo',
      epoch: 0,
      page: null,
      checkpoint: beginning,
      last: null,
      writes: [],
      parts: 0,
    };
    const start: State = { _id: 'state', epoch: 0, checkpoint: beginning, last: null, done: null };
    // No stored record has such an epoch, so each is either inserted or already exists.
    const noEpoch = { epoch: { $lt: 0 } };
    await ignoreDuplicate(this.#redo.replaceOne({ _id: 'redo', ...noEpoch }, emptyRedo, { upsert: true }));
    await ignoreDuplicate(this.#state.replaceOne({ _id: 'state', ...noEpoch }, start, { upsert: true }));
  }

  async readCheckpoint(): Promise<Position> {
    return (await this.#state.findOne({ _id: 'state' }))?.checkpoint ?? beginning;
  }

  async readLastEvent(): Promise<EventReference | null> {
    const redo = await this.#redo.findOne({ _id: 'redo' }, { projection: { page: 1, last: 1 } });
    const state = await this.#state.findOne({ _id: 'state' });
    const isHalfWritten = redo !== null && redo.page !== null && redo.page !== state?.done;
    return (isHalfWritten ? redo.last : state?.last) ?? null;
  }

  async begin({ epoch, last, writes }: ViewPage, page: string): Promise<BegunPage | null> {
    const [firstPart = [], ...otherParts] = split(writes);
    const parts = otherParts.map((part, i) => ({ _id: `${page}/${i}`, writes: part }));
    for (const part of parts) await this.#parts.insertOne(part);
    const checkpoint = last.position;
    const record = { epoch, page, checkpoint, last, writes: firstPart, parts: parts.length };
    const ownRecord = { _id: 'redo' as const, epoch: { $lte: epoch }, checkpoint: { $lte: checkpoint } };
    const { matchedCount } = await this.#redo.replaceOne(ownRecord, record);
    if (matchedCount === 1) return { page, epoch, last, writes, parts: parts.length };

    await this.#dropParts(page, parts.length);
    if (((await this.#redo.findOne({ _id: 'redo' }))?.epoch ?? 0) > epoch) throw new StaleWriter();
    return null;
  }

  async finish({ page, epoch, last, parts }: BegunPage): Promise<void> {
    const done = { $set: { epoch, checkpoint: last.position, last, done: page } };
    const { matchedCount } = await this.#state.updateOne({ _id: 'state', epoch: { $lte: epoch } }, done);
    if (matchedCount === 0) throw new StaleWriter();
    if (parts > 0) await this.#dropParts(page, parts);
  }

  /** Excludes writers of earlier epochs. @returns the half-written page, if there is one @throws StaleWriter */
  async claim(epoch: number): Promise<BegunPage | null> {
    const ownRecord = { epoch: { $lte: epoch } };
    const after = { returnDocument: 'after' } as const;
    // Claims the redo record first. From then on, no other writer starts a page, so the page found is the last one.
    const redo = await this.#redo.findOneAndUpdate({ _id: 'redo', ...ownRecord }, { $set: { epoch } }, after);
    const state = await this.#state.findOneAndUpdate({ _id: 'state', ...ownRecord }, { $set: { epoch } }, after);
    if (!redo || !state) throw new StaleWriter();

    const writes = [...redo.writes];
    const halfWrittenPage = redo.page !== null && redo.page !== state.done ? redo.page : null;
    for (let i = 0; halfWrittenPage && i < redo.parts; i++) writes.push(...(await this.#part(halfWrittenPage, i)));
    await this.#parts.deleteMany(halfWrittenPage ? { _id: { $not: new RegExp(`^${halfWrittenPage}/`) } } : {});
    const { last, parts } = redo;
    if (!halfWrittenPage || !last) return null;
    return { page: halfWrittenPage, epoch, last, parts, writes: writes.map((write) => ({ ...write, stored: null })) };
  }

  async #part(page: string, i: number): Promise<RedoWrite[]> {
    const part = await this.#parts.findOne({ _id: `${page}/${i}` });
    if (!part) throw new Error(`Part ${i} of the redo record ${page} is missing`);
    return part.writes;
  }

  async #dropParts(page: string, parts: number): Promise<void> {
    await this.#parts.deleteMany({ _id: { $in: Array.from({ length: parts }, (_, i) => `${page}/${i}`) } });
  }
}

function split(writes: readonly ViewWrite[]): RedoWrite[][] {
  const runs: RedoWrite[][] = [];
  let bytes = Infinity;
  for (const { collection, id, pos, document } of writes) {
    const write = { collection, id, pos, document };
    const size = BSON.calculateObjectSize(write, { ignoreUndefined: true }) + 16;
    if (bytes + size > recordBytes) {
      runs.push([]);
      bytes = 0;
    }
    runs.at(-1)?.push(write);
    bytes += size;
  }
  return runs;
}

async function ignoreDuplicate(insert: Promise<unknown>): Promise<void> {
  await insert.catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
  });
}
