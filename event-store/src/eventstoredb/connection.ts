import { setMaxListeners } from 'node:events';
import { EventStoreDBClient } from '@eventstore/db-client';
import type { Channel } from '@grpc/grpc-js';
import type { Unavailable } from '../port.js';
import { ConnectionGivenUp, passedDeadline, portError } from './errors.js';

export interface Clients {
  readonly calls: EventStoreDBClient;
  readonly feed: EventStoreDBClient;
  /** Aborted when the clients are replaced. Pending calls then fail and are repeated on the new clients. */
  readonly givenUp: AbortSignal;
  /** The channel must stay open until these appends settle, because closing it earlier crashes the process. */
  readonly unsettled: Set<Promise<unknown>>;
}

/** Replaces the connections once a deadline has passed, because a hanging server keeps them open. */
export class EventStoreDbConnection {
  #clients: Clients;
  #giveUp = new AbortController();

  constructor(
    private readonly address: string,
    private readonly onUnavailable: (error: Unavailable) => void = () => undefined,
  ) {
    this.#clients = this.#open();
  }

  async run<T>(call: (clients: Clients) => Promise<T>): Promise<T> {
    const clients = this.#clients;
    try {
      return await call(clients);
    } catch (error) {
      if (passedDeadline(error) && clients === this.#clients) this.#replace(error);
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#clients.calls.dispose(), this.#clients.feed.dispose()]);
  }

  #replace(error: unknown): void {
    this.onUnavailable(portError(error, 'connecting again', false));
    const [old, giveUp] = [this.#clients, this.#giveUp];
    this.#giveUp = new AbortController();
    this.#clients = this.#open();
    giveUp.abort(new ConnectionGivenUp());
    void Promise.allSettled(old.unsettled).then(() => {
      for (const client of [old.calls, old.feed]) closeChannel(client).catch(() => undefined);
    });
  }

  #open(): Clients {
    setMaxListeners(0, this.#giveUp.signal); // Each pending call adds a listener.
    const connect = (): EventStoreDBClient =>
      ignoringReconnectErrors(EventStoreDBClient.connectionString(this.address));
    return { calls: connect(), feed: connect(), givenUp: this.#giveUp.signal, unsettled: new Set() };
  }
}

export function tracked<T>(append: Promise<T>, { unsettled }: Clients): Promise<T> {
  const settled = append.catch(() => undefined).finally(() => unsettled.delete(settled));
  unsettled.add(settled);
  return append;
}

/**
 * The client reconnects after a failed call without awaiting the result, so a failure would be an unhandled rejection and
 * end the process. The next call reports it anyway.
 */
function ignoringReconnectErrors(client: EventStoreDBClient): EventStoreDBClient {
  const internals = client as unknown as { handleError: (...args: unknown[]) => Promise<void> };
  const { handleError } = internals;
  internals.handleError = (...args) => handleError(...args).catch(() => undefined);
  return client;
}

/** The client has no method for this, and only closes a channel itself after half an hour. */
async function closeChannel(client: EventStoreDBClient): Promise<void> {
  const { getChannel } = client as unknown as { getChannel: () => Promise<Channel> };
  (await getChannel()).close();
}
