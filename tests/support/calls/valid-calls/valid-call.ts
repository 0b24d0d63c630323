import type { UploadedFile } from '../../site/multipart.js';
import type { Site, SiteMember } from '../../site/site.js';

/** The content of one valid call. The call reads every field of its `body` and `query`. */
export interface CallInput {
  /** The `:id` in the path. */
  id?: number | string;
  /** The other names in the path. */
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** The sender, where the call is about its sender: then someone is made for it. */
  cookie?: string;
  /** The content of a multipart body, instead of `body`. */
  file?: UploadedFile;
}

export interface ValidCall {
  /** Makes what the call needs, each time again, and returns its content for the sender `who`. Lists then have rows. */
  make: (site: Site, who: SiteMember) => CallInput | Promise<CallInput>;
  /** The callers who are refused the same call, and how; 'nobody' if it is open to everyone. */
  refused: Partial<Record<'member' | 'other' | 'guest', [status: number, code: string]>> | 'nobody';
  /** It concerns its sender: with another member's session it changes that member. */
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
/** The position that every read takes. */
export const after = (site: Site) => `${site.services.historyId}.${'0'.repeat(20)}`;

/** The path of a call below its prefix, with id and query in their places. */
export function pathOf(path: string, { id, params, query = {} }: Pick<CallInput, 'id' | 'params' | 'query'>): string {
  const search = new URLSearchParams(query).toString();
  const values: Record<string, string | number | undefined> = { id, ...params };
  return (
    path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name]))) + (search && `?${search}`)
  );
}
