import { systemActor } from '@guildhall/domain/ids.js';
import type { RefusalCode } from '@guildhall/domain/refusals.js';
import { idempotencyHeader } from '@guildhall/domain/wire/headers.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import type { z } from 'zod';
import { contextOf } from '../commands/command-context.js';
import type { CommandContext } from '../commands/handle.js';
import type { Access } from './access.js';
import type { OperationLimit } from './operation-limits.js';
import type { ReadFrom } from './responses/read-positions.js';
import type { Result } from './responses/result.js';
import type { Requester } from './session.js';

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
export type Operation<Body = unknown, Query = unknown> = Described<Body, Query> & Limited;

/** A call that writes declares what limits it. */
type Limited =
  | { method: 'get'; limits?: readonly OperationLimit[] }
  | { method: 'post' | 'put' | 'delete'; limits: readonly [OperationLimit, ...OperationLimit[]] };

interface Described<Body, Query> extends Access {
  /** Below `/api`, in Express's form. */
  path: string;
  /** The specification writes this call without `/api`: it is served at the root too. */
  atRoot?: true;
  /** Its heading in the document. */
  tag: keyof typeof tags;
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
  /** For the document: what is refused beside what all calls of its kind refuse. */
  refusals?: readonly RefusalCode[];
  response: ResponseSchema;
  /** The maximum of rows in a response whose query has no `limit`. */
  rows?: number;
  /** The status of a successful response: 200 if omitted. */
  status?: 200 | 201 | 202;
  run: (call: Call<Body, Query>) => Promise<Result>;
}

/** Connects the types of body and query between the schemas and `run`. */
export const operation = <Body, Query>(it: Operation<Body, Query>): Operation => it as unknown as Operation;

/** What reads share that begin at the same time for one page: it is read from the views once for all of them. */
export interface ReadsOfPage {
  /** From before the first of them. */
  from: ReadFrom;
  threads: Map<number, Promise<ThreadDocument | null>>;
}

/** What an operation receives of a request. */
export interface Call<Body = unknown, Query = unknown> extends Requester {
  /** As in the address, decoded. */
  params: Readonly<Record<string, string>>;
  /** Below the root, with `/api` if the request has it. */
  path: string;
  /** The client's address, according to the trusted proxies. */
  ip: string | undefined;
  /** In the request's log lines and in its events. */
  correlationId: string;
  header: (name: string) => string | undefined;
  body: Body;
  query: Query;
  /** Of a read that begins together with others for a page. */
  page?: ReadsOfPage;
  /** The uploaded file of an operation with `upload`; null if none was sent. */
  file: Uint8Array | null;
}

/** The command that a request sends: the same actor, call and key are the same command. */
export function commandContext(call: string, { header, identity, correlationId }: Call): CommandContext {
  return contextOf(identity ? String(identity.userId) : 'guest', call, header(idempotencyHeader), correlationId);
}

/** A command of the installation itself, once for each key. */
export const systemContext = (call: string, key: string, correlationId = systemActor): CommandContext =>
  contextOf(systemActor, call, key, correlationId);
