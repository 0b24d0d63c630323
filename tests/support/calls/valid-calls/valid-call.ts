import type { UploadedFile } from '../../site/multipart.js';
import type { Site, SiteMember } from '../../site/site.js';

/** The content of one valid call, which reads every field of its `body` and `query`. */
export interface CallInput {
  /** The `:id` in the path. */
  id?: number | string;
  /** The other path parameters. */
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** The sender, if the call changes its sender: someone is then created for it. */
  cookie?: string;
  /** The content of a multipart body, instead of `body`. */
  file?: UploadedFile;
}

export interface ValidCall {
  /**
   * Creates what the call needs from scratch each time, and returns its content for the sender `who`. Lists then have rows.
   */
  make: (site: Site, who: SiteMember) => CallInput | Promise<CallInput>;
  /** The callers whose same call is refused, and how; 'nobody' if it is open to everyone. */
  refused: Partial<Record<'member' | 'other' | 'guest', [status: number, code: string]>> | 'nobody';
  /** Concerns its sender: with another member's session, it changes that member. */
  own?: true;
}

/** By method and path, as `get /me`. */
export type ValidCalls = Readonly<Record<string, ValidCall>>;

type Refused = Exclude<ValidCall['refused'], 'nobody'>;
export const open = 'nobody';
export const adminsOnly: Refused = { guest: [401, 'must-be-logged-in'], member: [404, 'not-found'] };
export const authorsOnly: Refused = { guest: [401, 'must-be-logged-in'], other: [403, 'forbidden'] };
export const hidden: Refused = { guest: [404, 'not-found'], other: [404, 'not-found'] };

export const nothing = (): CallInput => ({});
/** A position that every read accepts. */
export const after = (site: Site) => `${site.services.historyId}.${'0'.repeat(20)}`;

/** Returns the path of a call below its prefix, with id and query filled in. */
export function pathOf(path: string, { id, params, query = {} }: Pick<CallInput, 'id' | 'params' | 'query'>): string {
  const search = new URLSearchParams(query).toString();
  const values: Record<string, string | number | undefined> = { id, ...params };
  return (
    path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name]))) + (search && `?${search}`)
  );
}
