type Key = number | string;

interface LimiterOptions {
  /** At the same time, for each key. */
  running: number;
  /** For each key; any number if omitted. */
  waiting?: number;
  /** The error for work that finds no room. */
  refusal?: () => Error;
}

interface Lane {
  running: number;
  /** Each starts work in the place of work that ends. */
  waiting: (() => void)[];
}

/** Limits how much work runs at the same time for each key, and how much waits: first come, first served. */
export class Limiter {
  private readonly lanes = new Map<Key, Lane>();

  constructor(private readonly options: LimiterOptions) {}

  /** How much work waits. */
  get waiting(): number {
    return [...this.lanes.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /** All work without a key has the same one. @throws the refusal, or what the work throws */
  async run<T>(work: () => T | Promise<T>, key: Key = ''): Promise<T> {
    if (!this.tryEnter(key)) await this.wait(key);
    try {
      return await work();
    } finally {
      this.leave(key);
    }
  }

  /** Takes a place until `leave`. @returns false where all are taken */
  tryEnter(key: Key): boolean {
    const lane = this.lanes.get(key) ?? { running: 0, waiting: [] };
    if (lane.running >= this.options.running) return false;
    lane.running++;
    this.lanes.set(key, lane);
    return true;
  }

  leave(key: Key): void {
    const lane = this.lanes.get(key);
    const next = lane?.waiting.shift();
    if (next) next();
    else if (lane && --lane.running === 0) this.lanes.delete(key);
  }

  private wait(key: Key): Promise<void> {
    const { waiting: max = Infinity, refusal = () => new Error('Too much work waits.') } = this.options;
    const waiting = this.lanes.get(key)?.waiting ?? [];
    if (waiting.length >= max) throw refusal();
    return new Promise((resolve) => waiting.push(resolve));
  }
}
