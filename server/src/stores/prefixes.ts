import { EnvError } from '../process/env.js';

const usual = 'guildhall';

/**
 * The path of the address, or `guildhall`: several installations can share one MongoDB. `/admin` only names the users'
 * database. @throws EnvError for a path that is not a valid start of a name
 */
export function databasePrefix(mongoUrl: string): string {
  const path = decodeURIComponent(/^[^:]+:\/\/[^/?]*\/?([^?]*)/.exec(mongoUrl)?.[1] ?? '');
  if (path === '' || path === 'admin') return usual;
  if (/^[A-Za-z][\w-]{0,29}$/.test(path)) return path;
  throw new EnvError('MONGODB_URL: its path must be at most 30 letters, digits, - and _, and begin with a letter');
}

/** For example `guildhall_v14`. During an upgrade, two versions of the program share only log and vault. */
export const viewsPrefix = (mongoUrl: string, version: number): string => `${databasePrefix(mongoUrl)}_v${version}`;

/** With `esdb://host/blue`, stream names begin with `blue.`, so that sites can share one server. @throws EnvError */
export function eventStoreAddress(url: string): { address: string; streamPrefix: string } {
  const [, nodes = '', path = '', options = ''] = /^([^:]+:\/\/[^/?]*)\/?([^?]*)(.*)$/.exec(url) ?? [];
  if (nodes === '') return { address: url, streamPrefix: '' };
  if (path === '') return { address: nodes + options, streamPrefix: '' };
  // EventStoreDB reads the category of a stream up to the first dash in its name.
  if (/^[A-Za-z]\w{0,29}$/.test(path)) return { address: nodes + options, streamPrefix: `${path}.` };
  throw new EnvError('EVENTSTORE_URL: its path must be at most 30 letters, digits and _, and begin with a letter');
}
