import { idempotencyHeader, positionHeader, totalHeader } from '@guildhall/domain/wire/headers.js';
import type { RefusalResponse, WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { recordOwnWrite } from './own-writes.js';
import { takePreloaded } from './preloaded-responses.js';
import { findCopy, prepareCopy, type RawResponse } from './response-copies.js';

/** `position` is the position of the views when the body was read. */
export interface ApiResponse<Body> {
  body: Body;
  position: string | null;
  next: string | null;
  /**
   * Only lists that can be read in both directions have a previous page. Pages of long posts end early, so a short page
   * is not necessarily the last.
   */
  previous: string | null;
  total: number | null;
}

/**
 * Thrown if the server refuses the call. `code` is from the domain's table of refusals. Code and message are empty if a
 * proxy refused the call or no reason was given.
 */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly field?: string,
    /** The whole body, which contains more fields if a banned member's login is refused. */
    readonly response?: RefusalResponse,
    /** In seconds, from `Retry-After`. */
    readonly retryAfter = 0,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/**
 * Thrown if there is no response, or a successful one from another server, such as a captive portal. A write may still
 * have succeeded.
 */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('The server did not respond.', { cause });
    this.name = 'NetworkError';
  }
}

export function isTransient(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 502);
}

/** An error without a code comes from a proxy and does not prove that anything is missing. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.code !== '' && error.status < 500 && error.status !== 429;
}

export function getMessage(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.message ? error.message : otherwise;
}

const timeoutMs = 15_000;
/** The server may take five minutes to receive an upload, and five more to encode others before it. */
const uploadTimeoutMs = 600_000;

/** May return a preloaded response. @param path relative to `/api`, or a whole address from `next` */
export function get<Body>(path: string, signal?: AbortSignal): Promise<ApiResponse<Body>> {
  return call<Body>('GET', path, undefined, signal);
}

/** More than any list that is shown as a whole needs. A page is about a megabyte. */
const maxPages = 50;

export async function getAll<Row>(path: string): Promise<ApiResponse<Row[]>> {
  const firstPage = await get<Row[]>(path);
  const rows = [...firstPage.body];
  let { next } = firstPage;
  for (let pages = 1; next !== null && pages < maxPages; pages++) {
    const page: ApiResponse<Row[]> = await get<Row[]>(next);
    rows.push(...page.body);
    next = page.next;
  }
  return { ...firstPage, body: rows, next };
}

/**
 * `key` identifies one action by the member (`createId()`) and is reused for retries. Files are sent as
 * `FormData`. `version` is the one that the editor has seen. If there is a newer one, the server refuses with
 * `changed-since`.
 */
export async function send<Body>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  key: string,
  body?: Record<string, unknown> | FormData,
  version?: number,
): Promise<ApiResponse<Body>> {
  const response = await call<Body>(method, path, { key, body, version });
  recordOwnWrite(path);
  return response;
}

export async function sendForMessage(
  method: 'POST' | 'PUT',
  path: string,
  key: string,
  body: Record<string, unknown>,
  otherwise: string,
): Promise<string> {
  return (await send<WriteResponse>(method, path, key, body)).body.message || otherwise;
}

async function call<Body>(
  method: string,
  path: string,
  write?: { key: string; body: Record<string, unknown> | FormData | undefined; version: number | undefined },
  stop?: AbortSignal,
): Promise<ApiResponse<Body>> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (write) headers[idempotencyHeader] = write.key;
  if (write?.version !== undefined) headers['if-match'] = `"${write.version}"`;
  const timeout = AbortSignal.timeout(write?.body instanceof FormData ? uploadTimeoutMs : timeoutMs);
  const init: RequestInit = { method, headers, signal: stop ? joinSignals(timeout, stop) : timeout };
  if (write?.body instanceof FormData) init.body = write.body;
  else if (write?.body) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(write.body);
  }
  const { status, headers: responseHeaders, body } = await (write ? ask(path, init) : read(path, init, stop));
  const retryAfter = Number(responseHeaders.get('retry-after')) || 0;
  if (isRefusal(body)) throw new ApiError(status, body.code, body.error, body.field, body, retryAfter);
  if (status >= 300) throw new ApiError(status, '', '', undefined, undefined, retryAfter);
  // The domain's schemas type the responses of our own server, so validating them again would be redundant.
  return {
    body: body as Body,
    position: responseHeaders.get(positionHeader),
    next: findLinkTarget(responseHeaders.get('link'), 'next'),
    previous: findLinkTarget(responseHeaders.get('link'), 'prev'),
    total: parseTotal(responseHeaders.get(totalHeader)),
  };
}

/** Some supported browsers lack `AbortSignal.any`. */
function joinSignals(...signals: AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason);
    signal.addEventListener('abort', () => controller.abort(signal.reason), { signal: controller.signal });
  }
  return controller.signal;
}

async function read(path: string, init: RequestInit, stop: AbortSignal | undefined): Promise<RawResponse> {
  const saveCopy = prepareCopy(path);
  try {
    const response = readPreloaded(path) ?? (await ask(path, init));
    saveCopy(response);
    return response;
  } catch (error) {
    const savedResponse = stop?.aborted ? null : await findCopy(path);
    if (!savedResponse) throw error;
    return savedResponse;
  }
}

function readPreloaded(path: string) {
  const response = takePreloaded(path);
  return response && { ...response, headers: new Headers(response.headers) };
}

async function ask(path: string, init: RequestInit) {
  try {
    const response = await fetch(path.startsWith('/api/') ? path : `/api${path}`, init);
    const body: unknown = response.ok ? await response.json() : await parseJsonOrNull(response);
    return { status: response.status, headers: response.headers, body };
  } catch (error) {
    throw new NetworkError(error);
  }
}

/** A refusal may have any body, for example the page of a proxy or none at all. */
async function parseJsonOrNull(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRefusal(body: unknown): body is RefusalResponse {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
}

export function findLinkTarget(link: string | null, rel: 'next' | 'prev'): string | null {
  const target = new RegExp(`<([^>]*)>\\s*;[^,]*\\brel="?${rel}"?`).exec(link ?? '')?.[1];
  return target ? target.replace(/^https?:\/\/[^/]+/, '') : null;
}

const parseTotal = (header: string | null): number | null => (header === null ? null : Number(header));
