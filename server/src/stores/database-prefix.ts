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
