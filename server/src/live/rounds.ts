import { setImmediate as turnEnd } from 'node:timers/promises';

/**
 * Answers together all who ask in one turn of the event loop, or while the answer before is being made: a thousand
 * browsers that come back at once cost few reads.
 */
export class Rounds<Request> {
  private waiting: { request: Request; done: () => void }[] = [];
  private working = false;

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
      const round = this.waiting.splice(0);
      await this.answer(round.map(({ request }) => request));
      for (const { done } of round) done();
    }
    this.working = false;
  }
}
