import { limits } from '@guildhall/domain/limits.js';
import { can, type SiteAction } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { idempotencyHeader } from '@guildhall/domain/wire/headers.js';
import { Router, type Request, type Response } from 'express';
import type { z } from 'zod';
import { contextOf } from '../commands/command-context.js';
import { systemActor } from '@guildhall/domain/ids.js';
import type { CommandContext } from '../commands/handle.js';
import { check } from './input.js';
import type { Env } from '../process/env.js';
import type { Logger } from 'pino';
import type { Limits } from './rate-limits.js';
import { uploadedFile } from './upload.js';
import { sendResult, type Result } from './responses/result.js';
import { refuseForeignOrigin, type Requester, type Sessions } from './session.js';

interface Dependencies {
  env: Env;
  logger: Logger;
  sessions: Sessions;
  limits: Limits;
}

/** The headings of the document, in their order. */
export const tags = [
  'Account',
  'Members',
  'Profiles',
  'Forums',
  'Search',
  'Notifications',
  'Admin',
  'Theme',
  'Site',
] as const;

/** The closed schema of a JSON response, or what else a successful call returns. */
export type ResponseSchema = z.ZodType | { contentType: string } | 'redirect';

/** One call of the API. Tables of these contain all calls, which are mounted, documented and tested. */
export interface Operation<Body = unknown, Query = unknown> {
  method: 'get' | 'post' | 'put' | 'delete';
  /** Below `/api`, in Express's form. */
  path: string;
  /** The specification writes this call without `/api`: it is served at the root too. */
  atRoot?: true;
  /** Its heading in the document. */
  tag: (typeof tags)[number];
  /** One line, without a full stop. */
  summary: string;
  /** An object that checks the query. */
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  /** The field of a multipart body that contains the one file. Only members may make such a call. */
  upload?: string;
  /** The permission to upload; others get 404 before the file is read. */
  uploadAction?: SiteAction;
  /** For the document: the call honours `If-Match`. */
  ifMatch?: true;
  response: ResponseSchema;
  /** The status of a successful response: 200 if omitted. */
  status?: 200 | 201 | 202;
  run: (call: Call<Body, Query>) => Promise<Result>;
}

/** Connects the types of body and query between the schemas and `run`. */
export const operation = <Body, Query>(it: Operation<Body, Query>): Operation => it as unknown as Operation;

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
  /** The uploaded file of an operation with `upload`; null if none was sent. */
  file: Uint8Array | null;
}

/** Pages and files do not identify the caller: they are served also while the vault is unavailable. */
export function mountOperations(services: Dependencies, operations: readonly Operation[], prefix: '/api' | ''): Router {
  const router = Router({ caseSensitive: true });
  for (const it of operations) {
    if (prefix === '' && !it.atRoot) continue;
    router[it.method](prefix + it.path, async (req: Request, res: Response, next) => {
      // At the root, a page and a call share addresses: a browser that requests a page gets the page.
      if (prefix === '' && it.method === 'get' && !req.headers.accept?.includes('application/json')) return next();
      refuseForeignOrigin(req, services.env.publicUrl);
      const asking = await services.sessions.asking(req.headers.cookie);
      const query = it.query ? check(it.query, req.query) : undefined;
      const body = it.body ? check(it.body, req.body ?? {}) : undefined;
      if (it.upload) await refuseUpload(services, asking, it.uploadAction); // before the file is read
      const file = it.upload ? await uploadedFile(it.upload, req, res) : null;
      const { logger } = services;
      const result = await it.run({ ...requestOf(req), body, query, file, ...asking });
      await sendResult(result, { req, res, logger, status: it.status });
    });
  }
  return router;
}

/** What every call knows of its request. */
export function requestOf(req: Request): Pick<Call, 'params' | 'path' | 'ip' | 'correlationId' | 'header'> {
  return {
    params: req.params as Record<string, string>,
    path: req.baseUrl + req.path,
    ip: req.ip,
    correlationId: req.id as string, // a UUID, made where the request is logged
    header: (name) => req.get(name),
  };
}

/** @throws Refusal must-be-logged-in, not-found; TooMany */
async function refuseUpload(
  services: Dependencies,
  requester: Requester,
  action: SiteAction | undefined,
): Promise<void> {
  const userId = requireUser(requester);
  if (action && !can(requester.actor, action)) throw new Refusal('not-found');
  await services.limits.take('upload', String(userId));
}

/** The command that a request sends: the same actor, call and key are the same command. */
export function commandContext(call: string, { header, identity, correlationId }: Call): CommandContext {
  const key = header(idempotencyHeader);
  if (key !== undefined && (key.length === 0 || key.length > limits.idempotencyKey.max)) {
    throw new Refusal('validation', idempotencyHeader, `${idempotencyHeader}: must have 1 to 200 characters`);
  }
  return contextOf(identity ? String(identity.userId) : 'guest', call, key, correlationId);
}

/** A command of the installation itself, once for each key. */
export const systemContext = (call: string, key: string, correlationId = systemActor): CommandContext =>
  contextOf(systemActor, call, key, correlationId);

/** The caller. @throws Refusal with the given code for a guest */
export function requireUser(
  call: Requester,
  code: 'login-first' | 'must-be-logged-in' | 'login-required' = 'must-be-logged-in',
): number {
  if (!call.identity) throw new Refusal(code);
  return call.identity.userId;
}

/**
 * The caller may do one of these actions. Others get not-found, before their input is checked any further.
 * @returns the caller's id. @throws Refusal must-be-logged-in, not-found
 */
export function requireAnyAction(call: Requester, ...actions: [SiteAction, ...SiteAction[]]): number {
  const userId = requireUser(call);
  if (!actions.some((action) => can(call.actor, action))) throw new Refusal('not-found');
  return userId;
}

/** A body may name only the caller: the session alone determines the author. */
export function requireSelf(userId: number, named: number | null | undefined): void {
  if (named !== null && named !== undefined && named !== userId) throw new Refusal('not-yourself', 'user_id');
}
