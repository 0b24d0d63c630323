import type { Settings } from './settings.js';

/** Pauses between tries: none before the first, then doubling, with jitter so that servers do not return as one. */
export class BackOff {
  #failures = 0;

  constructor(private readonly settings: Settings) {}

  /** How long to wait before the next try, ms. */
  next(): number {
    const { firstPauseMs, longestPauseMs } = this.settings;
    this.#failures += 1;
    if (this.#failures === 1) return 0;
    const pause = Math.min(firstPauseMs * 2 ** (this.#failures - 2), longestPauseMs);
    return pause * (0.75 + Math.random() / 2);
  }

  /** After a time of health the next drop is mended at once. */
  healthy(): void {
    this.#failures = 0;
  }

  /** Under load the server drops a consumer again and again: it gets on, so the pause stays at the first. */
  gotOn(): void {
    this.#failures = Math.min(this.#failures, 1);
  }
}
