import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { buildCaughtUpMessage, buildConfirmationMessage, buildEventMessage } from './messages.js';
import { fail, send, type ReadCall } from './call.js';
import type { PeerState } from './peer-state.js';

/** Like the server, drops live consumers that lag behind. */
export class PeerSubscription {
  #live = false;
  #isOver = false;
  #wake: () => void = () => undefined;

  constructor(
    readonly peer: PeerState,
    readonly call: ReadCall,
    private index: number,
    private readonly prefixes: readonly string[],
  ) {}

  async run(): Promise<void> {
    const { ledger } = this.peer;
    const forget = ledger.onAppend(() => this.#onAppend());
    this.call.once('cancelled', () => this.#finish());
    this.call.once('close', () => this.#finish());
    await send(this.call, buildConfirmationMessage(randomUUID()));
    while (!this.#isOver) {
      await this.#sendBacklog();
      if (this.#isOver) break;
      if (!this.#live) {
        this.#live = true;
        await send(this.call, buildCaughtUpMessage());
      } else if (this.index >= this.peer.replicatedCount) {
        // Do not await anything between the check and this: an append in between would not wake the subscription.
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    }
    forget();
  }

  end(): void {
    this.#finish();
    this.call.end();
  }

  drop(details: string, code: status = status.ABORTED): void {
    this.#finish();
    fail(this.call, code, details);
  }

  async #sendBacklog(): Promise<void> {
    const { events } = this.peer.ledger;
    while (!this.#isOver && this.index < this.peer.replicatedCount) {
      await this.peer.faults.waitUntilThawed();
      if (this.#isOver) return;
      const event = events[this.index];
      this.index += 1;
      if (!event || !this.prefixes.some((prefix) => event.stream.startsWith(prefix))) continue;
      this.peer.counters.subscribedEvents += 1;
      if (!(await send(this.call, buildEventMessage(event)))) this.#finish();
    }
  }

  #onAppend(): void {
    const lagEvents = this.peer.replicatedCount - this.index;
    if (this.#live && lagEvents > this.peer.slowConsumerLimit) {
      this.peer.counters.slowDrops += 1;
      this.drop('Consumer too slow to handle event while live. Client resubscription required.');
    }
    this.#wake();
  }

  #finish(): void {
    this.#isOver = true;
    this.#wake();
  }
}
