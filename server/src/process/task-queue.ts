/** Tasks that must not overlap: each begins when the earlier ones have ended, successfully or not. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => T | Promise<T>): Promise<T> {
    const mine = this.last.then(work);
    this.last = mine.catch(() => undefined);
    return mine;
  }

  /** Resolves when all started tasks have ended. */
  async idle(): Promise<void> {
    await this.last;
  }
}
