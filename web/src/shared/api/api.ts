import { idempotencyHeader, positionHeader, totalHeader } from '@guildhall/domain/wire/headers.js';
import type { RefusalAnswer } from '@guildhall/domain/wire/schemas/write.js';
import { takePreloaded } from './preloaded-responses.js';

/** What a call answered: the body, the position of the views it was read from, the addresses of the pages beside it. */
export interface Answer<Body> {
  body: Body;
  position: string | null;
  next: string | null;
  /** Of a list that is read in both directions. A page ends early where its texts are long: its length tells nothing. */
  previous: string | null;
  /** Of a list that is counted: how many rows there are on all its pages. */
  total: number | null;
}

/** The server said no, in words for the person. `code` is from the domain's table of refusals. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly field?: string,
    /** All that it said: a login that is refused to who is banned tells more. */
    readonly answer?: RefusalAnswer,
  ) {
    super(message);
    this.name = 'Refused';
  }
}

/** No answer, or none of ours: offline, timed out, a proxy's page. Whether a write happened is unknown. */
export class NoAnswer extends Error {
  constructor(cause: unknown) {
    super('The server gave no answer.', { cause });
    this.name = 'NoAnswer';
  }
}

/** True when the same call, with the same key, may well succeed later by itself. */
export function mayPass(error: unknown): boolean {
  return error instanceof NoAnswer || (error instanceof Refused && error.status >= 502);
}

/** The server's own words, else those given. */
export function wordsOf(error: unknown, otherwise: string): string {
  return error instanceof Refused && error.message ? error.message : otherwise;
}

const patience = 15_000;

/**
 * The answer may have come with the page. `signal`: ends the call early.
 * @param path below `/api`, or a whole address from a `next`.
 */
export function get<Body>(path: string, signal?: AbortSignal): Promise<Answer<Body>> {
  return call<Body>('GET', path, undefined, signal);
}

/**
 * A write. `key` is made once for each act of the person and kept for its retries (`crypto.randomUUID()`). A file goes
 * as a form: `FormData`. `version`: what the editor has seen; refused with `changed-since` where something newer stands.
 */
export function send<Body>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  key: string,
  body?: Record<string, unknown> | FormData,
  version?: number,
): Promise<Answer<Body>> {
  return call<Body>(method, path, { key, body, version });
}

async function call<Body>(
  method: string,
  path: string,
  write?: { key: string; body: Record<string, unknown> | FormData | undefined; version: number | undefined },
  stop?: AbortSignal,
): Promise<Answer<Body>> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (write) headers[idempotencyHeader] = write.key;
  if (write?.version !== undefined) headers['if-match'] = `"${write.version}"`;
  const timeout = AbortSignal.timeout(patience);
  const init: RequestInit = { method, headers, signal: stop ? AbortSignal.any([timeout, stop]) : timeout };
  if (write?.body instanceof FormData) init.body = write.body;
  else if (write?.body) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(write.body);
  }
  const { status, headers: told, body } = (write ? null : givenTo(path)) ?? (await ask(path, init));
  if (isRefusal(body)) throw new Refused(status, body.code, body.error, body.field, body);
  if (status >= 300) throw new NoAnswer(`status ${status}`);
  // The server is ours and its answers are typed by the domain; a second check here would only repeat it.
  return {
    body: body as Body,
    position: told.get(positionHeader),
    next: linkedIn(told.get('link'), 'next'),
    previous: linkedIn(told.get('link'), 'prev'),
    total: totalOf(told.get(totalHeader)),
  };
}

/** As `ask`, of what the page brought along. */
function givenTo(path: string) {
  const answer = takePreloaded(path);
  return answer && { ...answer, headers: new Headers(answer.headers) };
}

async function ask(path: string, init: RequestInit) {
  try {
    const response = await fetch(path.startsWith('/api/') ? path : `/api${path}`, init);
    const body: unknown = await response.json();
    return { status: response.status, headers: response.headers, body };
  } catch (error) {
    throw new NoAnswer(error);
  }
}

function isRefusal(body: unknown): body is RefusalAnswer {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
}

/** The address of a relation in a Link header, without its origin. */
export function linkedIn(link: string | null, rel: 'next' | 'prev'): string | null {
  const target = new RegExp(`<([^>]*)>\\s*;[^,]*\\brel="?${rel}"?`).exec(link ?? '')?.[1];
  return target ? target.replace(/^https?:\/\/[^/]+/, '') : null;
}

const totalOf = (header: string | null): number | null => (header === null ? null : Number(header));
