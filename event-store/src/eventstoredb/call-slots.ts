/** Lets so many callers in at once; the others wait in line. */
export class CallSlots {
  #free: number;
  readonly #waiting: ((admitted: boolean) => void)[] = [];

  constructor(size: number) {
    this.#free = size;
  }

  /** True when a slot was had within `patienceMs`; then `giveBack` must follow. */
  take(patienceMs: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const admit = (admitted: boolean): void => {
        clearTimeout(timer);
        resolve(admitted);
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(admit), 1);
        admit(false);
      }, patienceMs);
      this.#waiting.push(admit);
    });
  }

  giveBack(): void {
    const next = this.#waiting.shift();
    if (next) next(true);
    else this.#free += 1;
  }
}
