/** The longest pause, ms. */
const maxRestMs = 50;

/**
 * Pauses between pieces of work that hold the event loop, each as long as the piece before it, so that half of the time
 * is left to all else. To a thousand sockets a message takes some 15 ms; what comes in the meantime shares the next one,
 * which costs hardly more than one row would.
 */
export class Rests {
  private until = 0;

  /** Runs a piece of work. */
  run(work: () => void): void {
    const began = performance.now();
    work();
    const ended = performance.now();
    this.until = ended + Math.min(maxRestMs, ended - began);
  }

  /** Resolves when the pause after the last piece is over; most are too short to notice. */
  async over(): Promise<void> {
    const restMs = this.until - performance.now();
    if (restMs > 1) await new Promise((resolve) => setTimeout(resolve, restMs));
  }
}
