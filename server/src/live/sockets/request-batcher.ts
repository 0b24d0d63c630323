import { setImmediate as turnEnd, setTimeout as sleep } from 'node:timers/promises';

/** So many rounds at most begin within so much time; who asks after that waits for it to pass, and shares a round. */
const most = { rounds: 6, ms: 250 };

/**
 * Answers together all who ask in one turn of the event loop, or while the answer before is being made, or while there
 * were many rounds a moment ago: a thousand browsers that come back at once cost few reads, and one alone waits for nothing.
 */
export class Rounds<Request> {
  private waiting: { request: Request; done: () => void }[] = [];
  private working = false;
  /** When the last rounds began, the oldest first. */
  private begun: number[] = [];

  /** `answer` must not throw. */
  constructor(private readonly answer: (requests: readonly Request[]) => Promise<unknown>) {}

  /** Resolves when the round that the request is in is over. */
  ask(request: Request): Promise<void> {
    return new Promise((done) => {
      this.waiting.push({ request, done });
      void this.work();
    });
  }

  private async work(): Promise<void> {
    if (this.working) return;
    this.working = true;
    while (this.waiting.length > 0) {
      await turnEnd();
      await this.untilAllowed();
      const round = this.waiting.splice(0);
      await this.answer(round.map(({ request }) => request));
      for (const { done } of round) done();
    }
    this.working = false;
  }

  private async untilAllowed(): Promise<void> {
    const [oldest] = this.begun;
    const wait = oldest === undefined || this.begun.length < most.rounds ? 0 : oldest + most.ms - performance.now();
    if (wait > 0) await sleep(wait);
    this.begun = [...this.begun, performance.now()].slice(-most.rounds);
  }
}
