import { promisify } from 'node:util';
import { limits as sizes } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { idempotencyHeader } from '@guildhall/domain/wire/headers.js';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import type { Policy } from '../policy/policy.js';
import { isCommandLine } from '../process/secrets.js';
import type { Env } from '../process/env.js';
import type { ApiKeys } from '../request/api-keys.js';
import { requireAccess, requireAnyAction } from './access.js';
import { check, checkQuery } from '../request/input.js';
import { isBodyOptional, type Call, type Operation } from './operation.js';
import { UnsupportedMediaType } from '../request/refusals.js';
import { countCall } from './operation-limits.js';
import type { Limits } from '../request/rate-limits.js';
import { decodeParams, groupRoutes, type GroupedRoute } from './route-groups.js';
import { sendResult } from './responses/result.js';
import type { Sessions } from '../request/sessions.js';
import { hasContent, withUploadedFile } from './upload.js';
import { type Requester, requireUser } from '../request/request-context.js';
import { refuseForeignOrigin } from './origin.js';

interface Dependencies {
  env: Env;
  logger: Logger;
  sessions: Sessions;
  apiKeys: ApiKeys;
  limits: Limits;
  policy: Pick<Policy, 'requireKnown'>;
}

const maxJsonBytes = 256 * 1024;
const parseJson = promisify(express.json({ limit: maxJsonBytes, strict: false }));

type Prefix = '/api' | '';

export function mountOperations(
  services: Dependencies,
  operations: readonly Operation[],
): ReturnType<typeof groupRoutes> {
  const atRoot = operations.filter((operation) => operation.atRoot);
  return groupRoutes([...listRoutesUnder('/api', services, operations), ...listRoutesUnder('', services, atRoot)]);
}

/** Registers paths with fewer ids first so that `/sections/order` does not match `/sections/:id`. */
function listRoutesUnder(prefix: Prefix, services: Dependencies, operations: readonly Operation[]): GroupedRoute[] {
  return [...new Set(operations.map(countIds))].sort().flatMap((count) => {
    const sameDepth = operations.filter((operation) => countIds(operation) === count);
    const calls = sameDepth.map((operation) => ({
      method: operation.method,
      path: prefix + operation.path,
      handler: createHandler(services, operation, prefix),
    }));
    return [...calls, ...rejectOtherMethods(sameDepth, prefix)];
  });
}

const countIds = ({ path }: Operation): number => path.match(/\/:(id|\w+_id)\b/g)?.length ?? 0;

function createHandler(services: Dependencies, operation: Operation, prefix: Prefix): RequestHandler {
  const { logger } = services;
  return async (req, res, next) => {
    // At the root, pages and API calls share paths, so requests that do not accept JSON get the page.
    if (prefix === '' && operation.method === 'get' && !req.headers.accept?.includes('application/json')) return next();
    services.policy.requireKnown();
    const requester = await identifyRequester(services, operation, req);
    await authorize(services.limits, operation, req, requester);
    const call = await receiveCall(operation, req, res, requester);
    if (operation.limits && !operation.authorize) await countCall(services.limits, operation.limits, call);
    const runWith = (file: Uint8Array | null) => operation.run({ ...call, file });
    const result = operation.upload
      ? await withUploadedFile(operation.upload, req, res, requireUser(call), runWith)
      : await operation.run(call);
    const renewedCookie = result.cookies ? null : await services.sessions.renewCookie(req.headers.cookie, requester);
    const sentResult = renewedCookie ? { ...result, cookies: [renewedCookie] } : result;
    await sendResult(sentResult, { req, res, logger, status: operation.status });
  };
}

async function identifyRequester(services: Dependencies, operation: Operation, req: Request): Promise<Requester> {
  const { env, sessions, apiKeys } = services;
  const { authorization, cookie } = req.headers;
  const isFromCommandLine = operation.commandLine === true && isCommandLine(env, authorization);
  const program = isFromCommandLine ? null : await apiKeys.identifyRequester(authorization, operation.scope);
  if (!program) refuseForeignOrigin(req, env.publicUrl);
  const requester = program ?? (await sessions.identifyRequester(cookie));
  if (!isFromCommandLine) requireAccess(operation, requester);
  return requester;
}

async function authorize(
  limits: Limits,
  operation: Operation,
  req: Request,
  { identity, actor }: Requester,
): Promise<void> {
  if (!operation.authorize) return;
  const { params, ip } = readRequest(req);
  if (operation.limits) await countCall(limits, operation.limits, { identity, ip, params, body: undefined });
  await operation.authorize({ params, identity, actor });
}

/** Must run after the access check because it reads the body. */
async function receiveCall(operation: Operation, req: Request, res: Response, requester: Requester): Promise<Call> {
  const { params: raw, path, ip, correlationId, header } = readRequest(req);
  const { identity, actor } = requester;
  const params = decodeParams(raw);
  const query = operation.query && checkQuery(operation.query, req.query);
  if (operation.body && !operation.upload) await readBody(operation, req, res, requester);
  checkIdempotencyKey(req.get(idempotencyHeader));
  const body = operation.body ? check(operation.body, requireBody(operation, req)) : undefined;
  return { params, path, ip, correlationId, header, identity, actor, query, body, file: null };
}

function requireBody(operation: Operation, req: Request): unknown {
  const body: unknown = req.body;
  return body === undefined || (body === null && isBodyOptional(operation)) ? {} : body;
}

async function readBody(operation: Operation, req: Request, res: Response, requester: Requester): Promise<void> {
  if (!operation.concerns) return parseBody(req, res);
  const fault = await parseBody(req, res).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  if (fault || !identifiesCaller(operation.concerns, req.body, requester)) requireAnyAction(operation, requester);
  if (fault) throw fault.error;
}

async function parseBody(req: Request, res: Response): Promise<void> {
  if (!(await hasContent(req))) return;
  if (!req.is('application/json')) throw new UnsupportedMediaType({ accept: 'application/json' });
  await parseJson(req, res);
}

function identifiesCaller(field: string, body: unknown, { identity }: Requester): boolean {
  const idField = typeof body === 'object' && body !== null && field in body ? body[field as never] : null;
  return identity !== null && String(idField) === String(identity.userId);
}

function rejectOtherMethods(operations: readonly Operation[], prefix: Prefix): GroupedRoute[] {
  const countParameters = (path: string) => path.split('/:').length;
  const paths = [...new Set(operations.map(({ path }) => path))].sort(
    (a, b) => countParameters(a) - countParameters(b),
  );
  return paths.map((path) => {
    const methods = operations.filter((operation) => operation.path === path).map(({ method }) => method.toUpperCase());
    const allow = [...(methods.includes('GET') ? ['HEAD'] : []), ...methods, 'OPTIONS'].sort().join(', ');
    const refuse: RequestHandler = ({ method }, res, next) => {
      if (prefix === '' && (method === 'GET' || method === 'HEAD')) return next();
      res.set('allow', allow);
      if (method !== 'OPTIONS') throw new Refusal('method-not-allowed');
      res.status(204).end();
    };
    return { method: 'all', path: prefix + path, handler: refuse };
  });
}

export function readRequest(req: Request): Pick<Call, 'params' | 'path' | 'ip' | 'correlationId' | 'header'> {
  return {
    params: req.params as Record<string, string>,
    path: req.baseUrl + req.path,
    ip: req.ip,
    correlationId: req.id,
    header: (name) => req.get(name),
  };
}

function checkIdempotencyKey(key: string | undefined): void {
  if (key === undefined || (key.length > 0 && key.length <= sizes.idempotencyKey.max)) return;
  throw new Refusal('validation', idempotencyHeader, `${idempotencyHeader}: must have 1 to 200 characters`);
}
