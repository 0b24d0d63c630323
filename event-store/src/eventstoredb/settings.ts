import { streamNameFilter, type Filter } from '@eventstore/db-client';
import type { Unavailable } from '../port.js';
import type { RetryDelayOptions } from '../retry.js';

/** All times are in milliseconds. */
export interface EventStoreDbOptions {
  /** Includes the time to find the leader, so it must exceed `gossipSeconds`. Defaults to 2,000. */
  deadlineMs?: number;
  /**
   * Limits how long a stream read or an append is retried. Defaults to 8,000 because a server restarts in about five
   * seconds.
   */
  retryForMs?: number;
  /**
   * The interval at which the subscription checks that its server responds and is still the leader. Defaults to 2,000.
   */
  checkFeedMs?: number;
  onUnavailable?: (error: Unavailable) => void;
  streamPrefix?: string;
  firstPauseMs?: number;
  maxPauseMs?: number;
  /** A subscription that lasted at least this long is replaced immediately when it is dropped. Defaults to 30,000. */
  healthyMs?: number;
}

export interface Settings extends Required<EventStoreDbOptions> {
  closeSignal: AbortSignal;
}

export function resolveSettings(options: EventStoreDbOptions, closeSignal: AbortSignal): Settings {
  const defaults: Required<EventStoreDbOptions> = {
    deadlineMs: 2000,
    retryForMs: 8000,
    checkFeedMs: 2000,
    streamPrefix: '',
    firstPauseMs: 100,
    maxPauseMs: 10_000,
    healthyMs: 30_000,
    onUnavailable: () => undefined,
  };
  return { ...defaults, ...options, closeSignal };
}

/**
 * Retries immediately after the first drop, but backs off after further ones because a server under load keeps dropping
 * consumers.
 */
export const retryDelayOptions = ({ firstPauseMs, maxPauseMs }: Settings): RetryDelayOptions => ({
  initialDelayMs: firstPauseMs,
  maxDelayMs: maxPauseMs,
  immediateFirst: true,
});

/** Short because the first node queried for the leader may hang. */
const gossipSeconds = 1;

/** Limits how long the client waits for a node's gossip. */
export function withShortGossipTimeout(connectionString: string): string {
  if (/[?&]gossip[_-]?timeout=/i.test(connectionString)) return connectionString;
  return `${connectionString}${connectionString.includes('?') ? '&' : '?'}gossipTimeout=${gossipSeconds}`;
}

/** The positions passed to `onProgress` must be ignored because some lie beyond an event that has not arrived yet. */
export function buildPrefixFilter(prefix: string, onProgress: () => void = () => undefined): Filter {
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

/** An insecure connection sends no credentials, so any value works. @throws Error for TLS without a user */
export function appendCredentials(connectionString: string): Credentials {
  const [, username, password] = /^[^:]+:\/\/([^:/@?]+):([^@]+)@/.exec(connectionString) ?? [];
  if (username !== undefined && password !== undefined) {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  }
  if (/[?&]tls=false(&|$)/i.test(connectionString)) return { username: 'insecure', password: 'unsent' };
  throw new Error('An EventStoreDB address with TLS needs a user: esdb://user:password@host:2113');
}
