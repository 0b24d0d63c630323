type LaneKey = number | string;

interface LimiterOptions {
  running: number;
  /** Maximum per key. Unlimited if omitted. */
  waiting?: number;
  refusal?: () => Error;
}

interface Lane {
  running: number;
  waiting: (() => void)[];
}

export class Limiter {
  private readonly lanes = new Map<LaneKey, Lane>();

  constructor(private readonly options: LimiterOptions) {}

  get waiting(): number {
    return [...this.lanes.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /** All work without a key shares one lane. @throws the refusal, or any error of the work itself */
  async run<T>(work: () => T | Promise<T>, key: LaneKey = ''): Promise<T> {
    if (!this.tryEnter(key)) await this.wait(key);
    try {
      return await work();
    } finally {
      this.leave(key);
    }
  }

  tryEnter(key: LaneKey): boolean {
    const lane = this.lanes.get(key) ?? { running: 0, waiting: [] };
    if (lane.running >= this.options.running) return false;
    lane.running++;
    this.lanes.set(key, lane);
    return true;
  }

  leave(key: LaneKey): void {
    const lane = this.lanes.get(key);
    const next = lane?.waiting.shift();
    if (next) next();
    else if (lane && --lane.running === 0) this.lanes.delete(key);
  }

  private wait(key: LaneKey): Promise<void> {
    const { waiting: max = Infinity, refusal = () => new Error('Too much work is waiting.') } = this.options;
    const waiting = this.lanes.get(key)?.waiting ?? [];
    if (waiting.length >= max) throw refusal();
    return new Promise((resolve) => waiting.push(resolve));
  }
}

/** Options for an LRU cache. With `max`, it would allocate memory for all entries up front. */
export const limitEntries = (maxSize: number) => ({ maxSize, sizeCalculation: () => 1 });
