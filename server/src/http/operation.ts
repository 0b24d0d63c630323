import type { RefusalCode } from '@guildhall/domain/refusals.js';
import type { z } from 'zod';
import type { Access } from './access.js';
import type { OperationLimit } from './operation-limits.js';
import type { Result } from './responses/result.js';
import type { RequestContext } from '../request/request-context.js';

/** The headings of the document, in their order, and what is below each. */
export const tags = {
  Account: 'Registration, login and sessions, and what members change of their own account.',
  Members: 'Names and numbers of members, in order of their posts.',
  Profiles: 'Profiles, walls, and whom members follow and ignore.',
  Forums: 'Sections, threads and replies, reactions and read marks, and who may do what where.',
  Search: 'Threads and replies by their words, members by their names.',
  Notifications: 'What members are notified of, and what they watch.',
  Admin: 'Accounts, roles, bans, reports, the audit, mails, settings and the state of the views, for the staff.',
  Theme: 'Colours and logos of the site.',
  Site: 'What every page shows of the site, reports by members, and figures over time.',
} as const;

/** The closed schema of a JSON response, or what else a successful call returns. */
export type ResponseSchema = z.ZodType | { contentType: string } | 'redirect';

/** One call of the API. Tables of these contain all calls, which are mounted, documented and tested. */
export interface Operation<Body = unknown, Query = unknown, Services = void> extends OperationFields<
  Body,
  Query,
  Services
> {
  method: 'get' | 'post' | 'put' | 'delete';
  /** Below `/api`, in Express's form. */
  path: string;
  /** Its heading in the document. */
  tag: keyof typeof tags;
}

export interface OperationFields<Body, Query, Services> extends Access<Services> {
  limits?: readonly OperationLimit[];
  /** The specification writes this call without `/api`: it is served at the root too. */
  atRoot?: true;
  /** One line, without a full stop. */
  summary: string;
  /** An object that checks the query. */
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  /** The field of a multipart body that contains the one file: it is read after access and limits were checked. */
  upload?: string;
  /** For the document: the call honours `If-Match`. */
  ifMatch?: true;
  /** For the document: the call is no command, so that it ignores `idempotency-key`. */
  keyless?: true;
  /** For the document: a section or a subsection must be named. */
  needsPlace?: true;
  /** For the document: refusals in addition to those of every call of its kind. */
  refusals?: readonly RefusalCode[];
  response: ResponseSchema;
  /** The maximum of rows in a response whose query has no `limit`. */
  rows?: number;
  /** The status of a successful response: 200 if omitted. */
  status?: 200 | 201 | 202;
  run: (call: Call<Body, Query>, services: Services) => Promise<Result>;
}

/** A request as its operation receives it. */
export interface Call<Body = unknown, Query = unknown> extends RequestContext {
  /** As in the address, decoded. */
  params: Readonly<Record<string, string>>;
  /** Below the root, with `/api` if the request has it. */
  path: string;
  body: Body;
  query: Query;
  /** The uploaded file of an operation with `upload`; null if none was sent. */
  file: Uint8Array | null;
}
