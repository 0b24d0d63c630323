import { streamNameFilter, type Filter } from '@eventstore/db-client';
import type { Unavailable } from '../port.js';
import { RetryDelays } from '../retry.js';

/** Times are in milliseconds; each has a default that suits a server. */
export interface EventStoreDbOptions {
  /**
   * Of one try of an append, of the silence within a read, of the confirmation of a subscription; default 2,000. After
   * it the connections are replaced; it includes finding the leader, so more than `gossipSeconds`.
   */
  deadlineMs?: number;
  /**
   * After an unknown outcome an append, and a read of a stream, is repeated this long; default 8,000. A restart takes the
   * server some five seconds, a change of leaders one or two.
   */
  repeatForMs?: number;
  /** How often the live subscription checks that its server responds and is the leader; default 2,000. */
  checkFeedMs?: number;
  /** Called when the connections are replaced, and when a subscription or its catching up fails; often during an outage. */
  onUnavailable?: (error: Unavailable) => void;
  /** Begins the names of this log's streams, so that several logs can share a server; default none. Ends with a dot. */
  streamPrefix?: string;
  /** The first pause after a failed resubscription; it doubles; default 100. */
  firstPauseMs?: number;
  /** The longest pause between two tries; default 10,000. */
  maxPauseMs?: number;
  /**
   * A subscription that lasted this long is healthy again: after its next drop a new one begins immediately; default
   * 30,000.
   */
  healthyMs?: number;
}

export interface Settings extends Required<EventStoreDbOptions> {
  /** Aborted when the log is closed: reads then end immediately. */
  closing: AbortSignal;
}

export function settingsOf(options: EventStoreDbOptions, closing: AbortSignal): Settings {
  const defaults: Required<EventStoreDbOptions> = {
    deadlineMs: 2000,
    repeatForMs: 8000,
    checkFeedMs: 2000,
    streamPrefix: '',
    firstPauseMs: 100,
    maxPauseMs: 10_000,
    healthyMs: 30_000,
    onUnavailable: () => undefined,
  };
  return { ...defaults, ...options, closing };
}

/** Delays between tries. The first try after a drop is immediate: under load the server drops consumers repeatedly. */
export function retryDelaysOf({ firstPauseMs, maxPauseMs }: Settings): RetryDelays {
  return new RetryDelays({ initialDelayMs: firstPauseMs, maxDelayMs: maxPauseMs, immediateFirst: true });
}

/** A node that hangs delays by this much when it is the first to be asked who the leader is. */
const gossipSeconds = 1;

/** The address, with a shorter wait for a node that hangs and is asked first who the leader is. */
export function quickToDiscover(connectionString: string): string {
  if (/[?&]gossip[_-]?timeout=/i.test(connectionString)) return connectionString;
  return `${connectionString}${connectionString.includes('?') ? '&' : '?'}gossipTimeout=${gossipSeconds}`;
}

/**
 * Lets the server send the events of these streams only; `onProgress` is called now and then while it passes over
 * others. Its positions are not used: some lie beyond an event that is still to come.
 */
export function prefixFilter(prefix: string, onProgress: () => void = () => undefined): Filter {
  return streamNameFilter({
    prefixes: [prefix],
    maxSearchWindow: 1000,
    checkpointReached: () => Promise.resolve(onProgress()),
  });
}

export interface Credentials {
  username: string;
  password: string;
}

/**
 * The credentials to send with each append: their presence makes the client take its classic path. On an insecure
 * connection the client sends none, so any value works.
 *
 * @throws Error when the connection string requires TLS without a user
 */
export function appendCredentials(connectionString: string): Credentials {
  const [, username, password] = /^[^:]+:\/\/([^:/@?]+):([^@]+)@/.exec(connectionString) ?? [];
  if (username !== undefined && password !== undefined) {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  }
  if (/[?&]tls=false(&|$)/i.test(connectionString)) return { username: 'insecure', password: 'unsent' };
  throw new Error('An EventStoreDB address with TLS needs a user: esdb://user:password@host:2113');
}
