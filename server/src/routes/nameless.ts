import { promisify } from 'node:util';
import { findGameServer } from '@guildhall/domain/games/state.js';
import { gameScope } from '@guildhall/domain/key-scopes.js';
import type { Refusal } from '@guildhall/domain/refusals.js';
import express, { Router, type Request, type RequestHandler, type Response } from 'express';
import { uncachedHeader } from '../http/errors.js';
import { parseNamelessAddress, type NamelessAddress } from '../nameless/address.js';
import { runNamelessCall } from '../nameless/calls.js';
import { NamelessError, type NamelessResponse } from '../nameless/nameless-call.js';
import { toRefusal } from '../request/refusals.js';
import type { Services } from '../services.js';

/** A game server with thousands of players lists them all in one request. */
const maxBodyBytes = 2 * 2 ** 20;
const parseJson = promisify(express.json({ limit: maxBodyBytes, type: () => true }));

/**
 * Implements NamelessMC's API so that its plugin works unchanged. Only the key identifies the calling game server; the
 * ids of servers and connections in the parameters do not.
 */
export function createNamelessRoutes(services: Services): Router {
  const router = Router({ caseSensitive: true });
  const respond: RequestHandler = async (req, res, next) => {
    const address = parseNamelessAddress(req.originalUrl);
    if (!address) return next();
    res.set('cache-control', uncachedHeader);
    try {
      res.json(await run(services, req, res, address));
    } catch (error) {
      const { status, code, meta } = toNamelessError(error);
      if (status >= 500) req.log[status === 503 ? 'warn' : 'error']({ err: error }, 'a call of a game server failed');
      res.status(status).json({ error: code, meta });
    }
  };
  return router.all('/index.php', respond).all(/^\/api\/v2\//, respond);
}

async function run(
  services: Services,
  req: Request,
  res: Response,
  address: NamelessAddress,
): Promise<NamelessResponse> {
  services.policy.requireKnown();
  const { authorization, 'x-api-key': key } = req.headers;
  const header = authorization ?? (typeof key === 'string' ? `Bearer ${key}` : undefined);
  const requester = await services.apiKeys.identifyRequester(header, gameScope);
  const server = requester?.identity && findGameServer(services.policy.games, requester.identity.userId);
  if (!server) throw new NamelessError('nameless:missing_api_key', 'This call needs a key of a game server.', 401);
  await services.ledger.recordContact(server.serverId);
  if (req.method === 'POST') await parseJson(req, res);
  const call = { server, query: address.query, body: req.body as unknown, at: new Date().toISOString() };
  const runAfterSend = (task: () => Promise<void>) =>
    void res.once('close', () => {
      task().catch((error: unknown) => req.log.warn({ err: error }, 'work after a response failed'));
    });
  return runNamelessCall(services, req.method, address, { ...call, correlationId: String(req.id), runAfterSend });
}

function toNamelessError(error: unknown): Pick<NamelessError, 'status' | 'code' | 'meta'> {
  if (error instanceof NamelessError) return error;
  const refusal: Refusal | null = toRefusal(error);
  if (!refusal) return new NamelessError('nameless:unknown_error', 'Something went wrong on our side.', 500);
  const isKey = ['key-invalid', 'key-scope', 'key-refused'].includes(refusal.code);
  const isBody = ['broken-json', 'too-large', 'media-type'].includes(refusal.code);
  const code = isKey ? 'invalid_api_key' : isBody ? 'invalid_post_contents' : 'unknown_error';
  return new NamelessError(`nameless:${code}`, refusal.message, refusal.status);
}
