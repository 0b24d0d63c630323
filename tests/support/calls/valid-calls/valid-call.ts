import type { UploadedFile } from '../../site/multipart.js';
import type { Site, SiteMember } from '../../site/site.js';

/** Every field of `body` and `query` is one that the call reads. */
export interface CallInput {
  id?: number | string;
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** The sender, if the call changes its sender. */
  cookie?: string;
  file?: UploadedFile;
}

/**
 * Creates what the call needs from scratch each time, and returns its content for the sender `who`. Lists then have rows.
 */
export type MakeCall = (site: Site, who: SiteMember) => CallInput | Promise<CallInput>;

/** By method and path, as `get /me`. */
export type ValidCalls = Readonly<Record<string, MakeCall>>;

export const nothing = (): CallInput => ({});
/** A position that every read accepts. */
export const after = (site: Site) => `${site.services.historyId}.${'0'.repeat(20)}`;

/** Without the prefix, with id and query filled in. */
export function pathOf(path: string, { id, params, query = {} }: Pick<CallInput, 'id' | 'params' | 'query'>): string {
  const search = new URLSearchParams(query).toString();
  const values: Record<string, string | number | undefined> = { id, ...params };
  return (
    path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name]))) + (search && `?${search}`)
  );
}
