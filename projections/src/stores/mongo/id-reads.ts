/** For one command. */
const maxIds = 500;

interface Call<Id, T> {
  ids: readonly Id[];
  resolve: (found: T[]) => void;
  reject: (error: unknown) => void;
}

/**
 * Reads documents of one collection by their ids. Reads that are requested in one turn of the event loop, for instance
 * by all requests that waited for the same page of the views, share one command, because a reader of MongoDB spends
 * most of its time on commands. A request never joins a read that has begun, so it sees everything written before it.
 * Callers of one turn may get the same object.
 */
export class IdReads<Id extends number | string, T> {
  #waiting: Call<Id, T>[] = [];

  constructor(
    private readonly find: (ids: Id[]) => Promise<T[]>,
    private readonly idOf: (found: T) => Id,
  ) {}

  /** Resolves to the existing documents, in the order of the ids. */
  read(ids: readonly Id[]): Promise<T[]> {
    if (ids.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ids, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#readWaiting());
    });
  }

  /** Groups the calls into commands so that a call for many ids does not delay others. */
  #readWaiting(): void {
    let together: Call<Id, T>[] = [];
    let size = 0;
    for (const call of this.#waiting.splice(0)) {
      if (size + call.ids.length > maxIds && together.length > 0) {
        void this.#readTogether(together);
        [together, size] = [[], 0];
      }
      together.push(call);
      size += call.ids.length;
    }
    void this.#readTogether(together);
  }

  async #readTogether(calls: readonly Call<Id, T>[]): Promise<void> {
    const ids = [...new Set(calls.flatMap((call) => call.ids))];
    const found = new Map<Id, T>();
    try {
      for (let from = 0; from < ids.length; from += maxIds)
        for (const one of await this.find(ids.slice(from, from + maxIds))) found.set(this.idOf(one), one);
      for (const call of calls) call.resolve([...new Set(call.ids)].flatMap((id) => found.get(id) ?? []));
    } catch (error) {
      for (const call of calls) call.reject(error);
    }
  }
}
