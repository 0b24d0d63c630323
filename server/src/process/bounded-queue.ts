/** Work of which only some runs at the same time and a bounded number waits, first come, first served. */
export class BoundedQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** `refusal` makes the error of work for which there is no room. */
  constructor(
    private readonly max: { running: number; waiting: number },
    private readonly refusal: () => Error,
  ) {}

  /** How many wait for their turn. */
  get length(): number {
    return this.waiting.length;
  }

  /** @throws what `refusal` makes, or what the work throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.max.running) this.running++;
    else if (this.waiting.length >= this.max.waiting) throw this.refusal();
    else await new Promise<void>((resolve) => this.waiting.push(resolve)); // it gets the turn of one that ends
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
