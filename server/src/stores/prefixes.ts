import { EnvError } from '../process/env.js';

const defaultPrefix = 'guildhall';

/**
 * Returns the address's path, or `guildhall` if there is none, so that installations can share a MongoDB server. The
 * path `/admin` only names the authentication database.
 * @throws EnvError for a path that cannot begin a database name
 */
export function buildDatabasePrefix(mongoUrl: string): string {
  const path = decodeURIComponent(/^[^:]+:\/\/[^/?]*\/?([^?]*)/.exec(mongoUrl)?.[1] ?? '');
  if (path === '' || path === 'admin') return defaultPrefix;
  if (/^[A-Za-z][\w-]{0,29}$/.test(path)) return path;
  throw new EnvError('MONGODB_URL: its path must be at most 30 letters, digits, - and _, and begin with a letter');
}

/** Returns, for example, `guildhall_v14`. During an upgrade, the two versions share only log and vault. */
export const getViewsPrefix = (mongoUrl: string, version: number): string =>
  `${buildDatabasePrefix(mongoUrl)}_v${version}`;

/** With `esdb://host/blue`, stream names begin with `blue.`, so sites can share one server. @throws EnvError */
export function parseEventStoreAddress(url: string): { address: string; streamPrefix: string } {
  const [, nodes = '', path = '', options = ''] = /^([^:]+:\/\/[^/?]*)\/?([^?]*)(.*)$/.exec(url) ?? [];
  if (nodes === '') return { address: url, streamPrefix: '' };
  if (path === '') return { address: nodes + options, streamPrefix: '' };
  // EventStoreDB derives a stream's category from the part of its name before the first dash, so the path must not
  // contain one.
  if (/^[A-Za-z]\w{0,29}$/.test(path)) return { address: nodes + options, streamPrefix: `${path}.` };
  throw new EnvError('EVENTSTORE_URL: its path must be at most 30 letters, digits and _, and begin with a letter');
}
