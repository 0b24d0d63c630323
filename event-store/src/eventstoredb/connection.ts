import { setMaxListeners } from 'node:events';
import { EventStoreDBClient } from '@eventstore/db-client';
import type { Channel } from '@grpc/grpc-js';
import type { Unavailable } from '../port.js';
import { ConnectionAbandoned, isDeadlineExceeded, toPortError } from './errors.js';

export interface Clients {
  readonly calls: EventStoreDBClient;
  readonly feed: EventStoreDBClient;
  /** Aborted when the clients are replaced. Pending calls then fail and are retried on the new clients. */
  readonly abandonSignal: AbortSignal;
  /** The channel must stay open until these appends settle because closing it earlier crashes the process. */
  readonly pendingAppends: Set<Promise<unknown>>;
}

/** Replaces the connections once a deadline has passed because a hanging server keeps them open. */
export class EventStoreDbConnection {
  #clients: Clients;
  #abandonController = new AbortController();

  constructor(
    private readonly address: string,
    private readonly onUnavailable: (error: Unavailable) => void = () => undefined,
  ) {
    this.#clients = this.#createClients();
  }

  async run<T>(call: (clients: Clients) => Promise<T>): Promise<T> {
    const clients = this.#clients;
    try {
      return await call(clients);
    } catch (error) {
      if (isDeadlineExceeded(error) && clients === this.#clients) this.#replace(error);
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#clients.calls.dispose(), this.#clients.feed.dispose()]);
  }

  #replace(error: unknown): void {
    this.onUnavailable(toPortError(error, 'connecting again', false));
    const [oldClients, oldController] = [this.#clients, this.#abandonController];
    this.#abandonController = new AbortController();
    this.#clients = this.#createClients();
    oldController.abort(new ConnectionAbandoned());
    void Promise.allSettled(oldClients.pendingAppends).then(() => {
      for (const client of [oldClients.calls, oldClients.feed]) closeChannel(client).catch(() => undefined);
    });
  }

  #createClients(): Clients {
    setMaxListeners(0, this.#abandonController.signal); // Each pending call adds a listener.
    const connect = (): EventStoreDBClient => ignoreReconnectErrors(EventStoreDBClient.connectionString(this.address));
    return {
      calls: connect(),
      feed: connect(),
      abandonSignal: this.#abandonController.signal,
      pendingAppends: new Set(),
    };
  }
}

export function trackAppend<T>(append: Promise<T>, { pendingAppends }: Clients): Promise<T> {
  const settledAppend = append.catch(() => undefined).finally(() => pendingAppends.delete(settledAppend));
  pendingAppends.add(settledAppend);
  return append;
}

/**
 * The client reconnects after a failed call without awaiting the result, so a failure would be an unhandled rejection
 * and end the process. It is safe to ignore because the next call reports it as well.
 */
function ignoreReconnectErrors(client: EventStoreDBClient): EventStoreDBClient {
  const internals = client as unknown as { handleError: (...args: unknown[]) => Promise<void> };
  const { handleError } = internals;
  internals.handleError = (...args) => handleError(...args).catch(() => undefined);
  return client;
}

/** The client has no method for closing a channel, and closes one itself only after half an hour. */
async function closeChannel(client: EventStoreDBClient): Promise<void> {
  const { getChannel } = client as unknown as { getChannel: () => Promise<Channel> };
  (await getChannel()).close();
}
