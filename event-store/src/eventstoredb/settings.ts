import { RetryDelays } from '../retry.js';

/** Times are in milliseconds; each has a default that suits a server. */
export interface EventStoreDbOptions {
  /** Of one try of an append, of the silence within a read, of the confirmation of a subscription; default 5,000. */
  deadlineMs?: number;
  /** After an unknown outcome an append is repeated this long; default 8,000. A restart takes the server some five seconds. */
  repeatForMs?: number;
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
  const defaults = {
    deadlineMs: 5000,
    repeatForMs: 8000,
    firstPauseMs: 100,
    maxPauseMs: 10_000,
    healthyMs: 30_000,
  };
  return { ...defaults, ...options, closing };
}

/** Delays between tries. The first try after a drop is immediate: under load the server drops consumers repeatedly. */
export function retryDelaysOf({ firstPauseMs, maxPauseMs }: Settings): RetryDelays {
  return new RetryDelays({ initialDelayMs: firstPauseMs, maxDelayMs: maxPauseMs, immediateFirst: true });
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
