export class CallSlots {
  #freeSlots: number;
  readonly #queue: ((isAdmitted: boolean) => void)[] = [];

  constructor(size: number) {
    this.#freeSlots = size;
  }

  acquire(timeoutMs: number): Promise<boolean> {
    if (this.#freeSlots > 0) {
      this.#freeSlots -= 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const settle = (isAdmitted: boolean): void => {
        clearTimeout(timer);
        resolve(isAdmitted);
      };
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(settle), 1);
        settle(false);
      }, timeoutMs);
      this.#queue.push(settle);
    });
  }

  release(): void {
    const next = this.#queue.shift();
    if (next) next(true);
    else this.#freeSlots += 1;
  }
}
