import { EnvError } from '../process/env.js';

const usual = 'guildhall';

/**
 * The prefix of all Guildhall databases on a MongoDB: the path of its address, so that several installations can share
 * one server. `guildhall` where there is none, or where it only names the users' database (`/admin`).
 * @throws EnvError for a path that no name can begin with
 */
export function databasePrefix(mongoUrl: string): string {
  const path = decodeURIComponent(/^[^:]+:\/\/[^/?]*\/?([^?]*)/.exec(mongoUrl)?.[1] ?? '');
  if (path === '' || path === 'admin') return usual;
  if (/^[A-Za-z][\w-]{0,29}$/.test(path)) return path;
  throw new EnvError('MONGODB_URL: its path must be at most 30 letters, digits, - and _, and begin with a letter');
}

/**
 * The prefix of the databases of the views in one version, with the projector's lease and its jobs: `guildhall_v14`. Two
 * versions of the program, during an upgrade, have nothing in common but log and vault.
 */
export const viewsPrefix = (mongoUrl: string, version: number): string => `${databasePrefix(mongoUrl)}_v${version}`;

/**
 * The address of an EventStoreDB without its path, and what the path says: with one, as in `esdb://host/blue?tls=false`,
 * the names of the site's streams begin with `blue.`, so that several sites can share one server.
 * @throws EnvError for a path that no name can begin with
 */
export function eventStoreAddress(url: string): { address: string; streamPrefix: string } {
  const [, nodes = '', path = '', options = ''] = /^([^:]+:\/\/[^/?]*)\/?([^?]*)(.*)$/.exec(url) ?? [];
  if (nodes === '') return { address: url, streamPrefix: '' };
  if (path === '') return { address: nodes + options, streamPrefix: '' };
  // A dash would end the category that EventStoreDB reads from the names of streams.
  if (/^[A-Za-z]\w{0,29}$/.test(path)) return { address: nodes + options, streamPrefix: `${path}.` };
  throw new EnvError('EVENTSTORE_URL: its path must be at most 30 letters, digits and _, and begin with a letter');
}
