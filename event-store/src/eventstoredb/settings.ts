import { streamNameFilter, type Filter } from '@eventstore/db-client';
import type { Unavailable } from '../port.js';
import type { RetryDelayOptions } from '../retry.js';

/** In milliseconds. */
export interface EventStoreDbOptions {
  /** Includes finding the leader, so it must exceed `gossipSeconds`; default 2,000. */
  deadlineMs?: number;
  /** How long a stream read or an append is repeated; default 8,000. A server restarts in about five seconds. */
  repeatForMs?: number;
  /** How often the subscription checks that its server responds and is the leader; default 2,000. */
  checkFeedMs?: number;
  onUnavailable?: (error: Unavailable) => void;
  streamPrefix?: string;
  firstPauseMs?: number;
  maxPauseMs?: number;
  /** After the next drop of a subscription that lasted this long, a new one begins immediately; default 30,000. */
  healthyMs?: number;
}

export interface Settings extends Required<EventStoreDbOptions> {
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

/** The first try after a drop is immediate, because under load the server drops consumers repeatedly. */
export const retryDelayOptions = ({ firstPauseMs, maxPauseMs }: Settings): RetryDelayOptions => ({
  initialDelayMs: firstPauseMs,
  maxDelayMs: maxPauseMs,
  immediateFirst: true,
});

/** The first node asked for the leader may hang. */
const gossipSeconds = 1;

/** Shortens the wait for a node to name the leader. */
export function quickToDiscover(connectionString: string): string {
  if (/[?&]gossip[_-]?timeout=/i.test(connectionString)) return connectionString;
  return `${connectionString}${connectionString.includes('?') ? '&' : '?'}gossipTimeout=${gossipSeconds}`;
}

/** The positions of `onProgress` calls are not used: some lie beyond an event that is still to come. */
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

/** On an insecure connection the client sends none, so any value works. @throws Error for TLS without a user */
export function appendCredentials(connectionString: string): Credentials {
  const [, username, password] = /^[^:]+:\/\/([^:/@?]+):([^@]+)@/.exec(connectionString) ?? [];
  if (username !== undefined && password !== undefined) {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  }
  if (/[?&]tls=false(&|$)/i.test(connectionString)) return { username: 'insecure', password: 'unsent' };
  throw new Error('An EventStoreDB address with TLS needs a user: esdb://user:password@host:2113');
}
