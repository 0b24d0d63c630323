import { idempotencyHeader, positionHeader, totalHeader } from '@guildhall/domain/wire/headers.js';
import type { RefusalResponse, WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { recordOwnWrite } from './own-writes.js';
import { takePreloaded } from './preloaded-responses.js';

/**
 * The response to a call: the body, the position of the views it was read from, the addresses of the neighbouring
 * pages.
 */
export interface ApiResponse<Body> {
  body: Body;
  position: string | null;
  next: string | null;
  /**
   * For a list that is read in both directions. A page ends early where its texts are long: its length means nothing.
   */
  previous: string | null;
  /** For a counted list: how many rows there are on all its pages. */
  total: number | null;
}

/**
 * The call was refused. `code` is from the domain's table of refusals; code and message are empty where a proxy refused
 * it, or nothing says why.
 */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly field?: string,
    /** The whole body: the refused login of a banned member contains more. */
    readonly response?: RefusalResponse,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/**
 * No response, or a successful one that is not ours: offline, timed out, a login page of the network. Whether a write
 * happened is unknown.
 */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('The server did not respond.', { cause });
    this.name = 'NetworkError';
  }
}

/** True when the same call, with the same key, may well succeed later. */
export function isTransient(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 502);
}

/** The server's own message, else the given one. */
export function messageOf(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.message ? error.message : otherwise;
}

const timeoutMs = 15_000;

/**
 * The response may have come with the page. `signal`: ends the call early.
 * @param path below `/api`, or a whole address from a `next`.
 */
export function get<Body>(path: string, signal?: AbortSignal): Promise<ApiResponse<Body>> {
  return call<Body>('GET', path, undefined, signal);
}

/** More than any list that is shown whole has: a page holds about a megabyte. */
const maxPages = 50;

/**
 * All rows of a list that is shown whole, page after page. @returns as `get`, with the position of the first page; `next`
 * where there are more pages than that
 */
export async function getAll<Row>(path: string): Promise<ApiResponse<Row[]>> {
  const first = await get<Row[]>(path);
  const rows = [...first.body];
  let { next } = first;
  for (let pages = 1; next !== null && pages < maxPages; pages++) {
    const page: ApiResponse<Row[]> = await get<Row[]>(next);
    rows.push(...page.body);
    next = page.next;
  }
  return { ...first, body: rows, next };
}

/**
 * A write. `key` is created once for each action of the person and kept for its retries (`crypto.randomUUID()`). A file
 * is sent as a form: `FormData`. `version`: what the editor has seen; refused with `changed-since` where there is a
 * newer one.
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

/** A write whose outcome the server words; `otherwise` where it does not. */
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
  const timeout = AbortSignal.timeout(timeoutMs);
  const init: RequestInit = { method, headers, signal: stop ? AbortSignal.any([timeout, stop]) : timeout };
  if (write?.body instanceof FormData) init.body = write.body;
  else if (write?.body) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(write.body);
  }
  const { status, headers: responseHeaders, body } = (write ? null : preloadedFor(path)) ?? (await ask(path, init));
  if (isRefusal(body)) throw new ApiError(status, body.code, body.error, body.field, body);
  if (status >= 300) throw new ApiError(status, '', '');
  // The server is ours and its responses are typed by the domain; a second check here would only repeat it.
  return {
    body: body as Body,
    position: responseHeaders.get(positionHeader),
    next: linkTargetIn(responseHeaders.get('link'), 'next'),
    previous: linkTargetIn(responseHeaders.get('link'), 'prev'),
    total: totalOf(responseHeaders.get(totalHeader)),
  };
}

/** As `ask`, for a preloaded response. */
function preloadedFor(path: string) {
  const response = takePreloaded(path);
  return response && { ...response, headers: new Headers(response.headers) };
}

async function ask(path: string, init: RequestInit) {
  try {
    const response = await fetch(path.startsWith('/api/') ? path : `/api${path}`, init);
    const body: unknown = response.ok ? await response.json() : await jsonOrNull(response);
    return { status: response.status, headers: response.headers, body };
  } catch (error) {
    throw new NetworkError(error);
  }
}

/** A refusal counts whatever its body is: the page of a proxy, or nothing. */
async function jsonOrNull(response: Response): Promise<unknown> {
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

/** The address of a relation in a Link header, without its origin. */
export function linkTargetIn(link: string | null, rel: 'next' | 'prev'): string | null {
  const target = new RegExp(`<([^>]*)>\\s*;[^,]*\\brel="?${rel}"?`).exec(link ?? '')?.[1];
  return target ? target.replace(/^https?:\/\/[^/]+/, '') : null;
}

const totalOf = (header: string | null): number | null => (header === null ? null : Number(header));
