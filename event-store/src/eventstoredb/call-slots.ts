export class CallSlots {
  #free: number;
  readonly #waiting: ((admitted: boolean) => void)[] = [];

  constructor(size: number) {
    this.#free = size;
  }

  acquire(timeoutMs: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const settle = (admitted: boolean): void => {
        clearTimeout(timer);
        resolve(admitted);
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(settle), 1);
        settle(false);
      }, timeoutMs);
      this.#waiting.push(settle);
    });
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next(true);
    else this.#free += 1;
  }
}
