import { streamNameFilter, type Filter } from '@eventstore/db-client';
import type { Unavailable } from '../port.js';
import type { RetryDelayOptions } from '../retry.js';

/** All times are in milliseconds. */
export interface EventStoreDbOptions {
  /** Includes the time to find the leader, so it must exceed `gossipSeconds`. Defaults to 2,000. */
  deadlineMs?: number;
  /** How long to retry a stream read or an append. Defaults to 8,000; a server restarts in about five seconds. */
  repeatForMs?: number;
  /** Interval at which the subscription checks that its server responds and is still the leader. Defaults to 2,000. */
  checkFeedMs?: number;
  onUnavailable?: (error: Unavailable) => void;
  streamPrefix?: string;
  firstPauseMs?: number;
  maxPauseMs?: number;
  /** If a subscription that lasted this long is dropped, it is replaced immediately. Defaults to 30,000. */
  healthyMs?: number;
}

export interface Settings extends Required<EventStoreDbOptions> {
  closeSignal: AbortSignal;
}

export function settingsOf(options: EventStoreDbOptions, closeSignal: AbortSignal): Settings {
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
  return { ...defaults, ...options, closeSignal };
}

/** Retries the first drop immediately but backs off afterwards, because a server under load keeps dropping consumers. */
export const retryDelayOptions = ({ firstPauseMs, maxPauseMs }: Settings): RetryDelayOptions => ({
  initialDelayMs: firstPauseMs,
  maxDelayMs: maxPauseMs,
  immediateFirst: true,
});

/** Short, because the first node queried for the leader may hang. */
const gossipSeconds = 1;

/** Shortens the time that the client waits for a node's gossip. */
export function quickToDiscover(connectionString: string): string {
  if (/[?&]gossip[_-]?timeout=/i.test(connectionString)) return connectionString;
  return `${connectionString}${connectionString.includes('?') ? '&' : '?'}gossipTimeout=${gossipSeconds}`;
}

/** Ignores the positions passed to `onProgress`, because some lie beyond an event that is yet to come. */
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

/** An insecure connection transmits no credentials, so any value works. @throws Error for TLS without a user */
export function appendCredentials(connectionString: string): Credentials {
  const [, username, password] = /^[^:]+:\/\/([^:/@?]+):([^@]+)@/.exec(connectionString) ?? [];
  if (username !== undefined && password !== undefined) {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  }
  if (/[?&]tls=false(&|$)/i.test(connectionString)) return { username: 'insecure', password: 'unsent' };
  throw new Error('An EventStoreDB address with TLS needs a user: esdb://user:password@host:2113');
}
