import type { UploadedFile } from '../../site/multipart.js';
import type { Site, SiteMember } from '../../site/site.js';

/** `body` and `query` contain only fields that the call reads. */
export interface CallInput {
  id?: number | string;
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** Replaces the sender's cookie if the call changes its sender. */
  cookie?: string;
  /** A game server's key, which replaces the sender's session. */
  authorization?: string;
  file?: UploadedFile;
}

/**
 * Creates everything that the call needs each time so that lists have rows, and returns its content for the sender
 * `who`.
 */
export type MakeCall = (site: Site, who: SiteMember) => CallInput | Promise<CallInput>;

/** Keys consist of method and path, such as `get /me`. */
export type ValidCalls = Readonly<Record<string, MakeCall>>;

export const buildNoInput = (): CallInput => ({});
/** A position that every read accepts. */
export const buildAfter = (site: Site) => `${site.services.historyId}.${'0'.repeat(20)}`;

/** Omits the prefix, but includes the id and the query. */
export function buildPath(
  path: string,
  { id, params, query = {} }: Pick<CallInput, 'id' | 'params' | 'query'>,
): string {
  const search = new URLSearchParams(query).toString();
  const values: Record<string, string | number | undefined> = { id, ...params };
  return (
    path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name]))) + (search && `?${search}`)
  );
}
