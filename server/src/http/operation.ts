import type { KeyScope } from '@guildhall/domain/key-scopes.js';
import type { RefusalCode } from '@guildhall/domain/refusals.js';
import type { z } from 'zod';
import type { Access } from './access.js';
import type { OperationLimit } from './operation-limits.js';
import type { Result } from './responses/result.js';
import type { RequestContext } from '../request/request-context.js';

export const tags = {
  Account: "Registration, login, sessions, and changes to one's own account.",
  Members: 'Members and their post counts.',
  Profiles: 'Profiles and walls, followed and ignored members, and bookmarks.',
  Forums: 'Sections, threads, replies, reactions and read marks, and the permissions in each place.',
  Search: 'Search for threads, replies and members.',
  Notifications: 'Notifications, and the threads and places that members watch.',
  Games: 'The accounts with which members play, and the calls of game servers.',
  Admin: 'For staff: accounts, roles, bans, reports, audit, emails, settings and the state of the views.',
  Theme: "The site's colours and logos.",
  Site: 'Site data that every page shows, reports by members, and statistics.',
} as const;

export type ResponseSchema =
  z.ZodType | { contentType: string; schema?: { format?: string; description: string } } | 'redirect';

export interface Operation<Body = unknown, Query = unknown, Services = void> extends OperationFields<
  Body,
  Query,
  Services
> {
  method: 'get' | 'post' | 'put' | 'delete';
  /** Relative to `/api`, in Express syntax. */
  path: string;
  tag: keyof typeof tags;
}

export interface OperationFields<Body, Query, Services> extends Access<Services> {
  /** The scope that a program needs to make the call. Null if only people can make it. */
  scope: KeyScope | null;
  limits?: readonly OperationLimit[];
  /** Makes the operation available without `/api` as well, as the specification requires. */
  atRoot?: true;
  /** A single line without a full stop. */
  summary: string;
  /** The form of the path's `:id`, unless it is a number. */
  pathId?: z.ZodType;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  /** The multipart field that contains the uploaded file. The file is read after the access and limit checks. */
  upload?: string;
  ifMatch?: true;
  keyless?: true;
  needsPlace?: true;
  refusals?: readonly RefusalCode[];
  response: ResponseSchema;
  rows?: number;
  status?: 200 | 201 | 202;
  run: (call: Call<Body, Query>, services: Services) => Promise<Result>;
}

export const isBodyOptional = ({ body, needsPlace }: Operation): boolean =>
  needsPlace !== true && body?.safeParse({}).success === true;

export interface Call<Body = unknown, Query = unknown> extends RequestContext {
  params: Readonly<Record<string, string>>;
  path: string;
  body: Body;
  query: Query;
  file: Uint8Array | null;
}
