/** Runs work of one id after earlier work for the same id. */
export type SerialQueue = <T>(id: number, work: () => Promise<T>) => Promise<T>;

/** A queue for each id with work in progress. */
export function createQueue(): SerialQueue {
  const last = new Map<number, Promise<unknown>>();
  return async (id, work) => {
    const before = last.get(id);
    const mine = (async () => {
      await before?.catch(() => undefined);
      return work();
    })();
    last.set(id, mine);
    try {
      return await mine;
    } finally {
      if (last.get(id) === mine) last.delete(id);
    }
  };
}
