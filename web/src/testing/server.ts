import { refusals, type RefusalCode } from '@guildhall/domain/refusals.js';
import { idempotencyHeader, positionHeader, totalHeader } from '@guildhall/domain/wire/headers.js';
import type { RefusalResponse } from '@guildhall/domain/wire/schemas/write.js';
import type { Responses } from './responses.js';
import { toLogPosition } from './rows.js';

interface Call {
  query: URLSearchParams;
  body: unknown;
  key: string | null;
  version: string | null;
}

interface ResponseExtras {
  next?: string;
  total?: number;
  position?: string;
}

type Name = keyof Responses;
type Responder = () => Response;

const responders = new Map<string, Responder>();
const gates = new Map<string, Promise<void>>();
const calls = new Map<string, Call[]>();
let unhandledCalls: string[] = [];

async function respond(input: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(input, location.href);
  const name = `${init.method ?? 'GET'} ${url.pathname.replace(/^\/api/, '')}`;
  const headers = new Headers(init.headers);
  const call: Call = {
    query: url.searchParams,
    body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : (init.body ?? null),
    key: headers.get(idempotencyHeader),
    version: headers.get('if-match'),
  };
  calls.set(name, [...(calls.get(name) ?? []), call]);
  await gates.get(name);
  const responder = responders.get(name);
  if (responder) return responder();
  unhandledCalls.push(name + url.search);
  throw new TypeError(`no response to ${name}`);
}

/** A fake server that responds to each call with what the test set last. */
export const server = {
  fetch: respond,

  /** `name` has the form `GET /me`. Queries are ignored. */
  respondWith<Call extends Name>(
    name: Call,
    body: Responses[Call],
    { next, total, position }: ResponseExtras = {},
  ): void {
    responders.set(name, () => {
      const headers = new Headers({ [positionHeader]: position ?? toLogPosition(100) });
      if (next !== undefined) headers.set('link', `<${next}>; rel="next"`);
      if (total !== undefined) headers.set(totalHeader, String(total));
      return Response.json(body, { headers });
    });
  },

  /** Takes the status and message from the table of refusals. */
  refuse(name: Name, code: RefusalCode, more: Omit<Partial<RefusalResponse>, 'code'> = {}): void {
    const [status, error] = refusals[code];
    const body: RefusalResponse = { error, code, ...more };
    responders.set(name, () => Response.json(body, { status }));
  },

  /**
   * `offline` sends no response, and `proxy` sends the error page that a proxy shows when it cannot reach the server.
   */
  fail(name: Name, how: 'offline' | 'proxy' = 'offline'): void {
    responders.set(name, () => {
      if (how === 'offline') throw new TypeError('Failed to fetch');
      return new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } });
    });
  },

  /** Delays calls. @returns a function that releases them with the response that is set by then */
  hold(name: Name): () => void {
    let release = () => {};
    gates.set(name, new Promise<void>((resolve) => (release = resolve)));
    return () => {
      gates.delete(name);
      release();
    };
  },

  hasResponse: (name: Name): boolean => responders.has(name),

  calls: (name: Name): readonly Call[] => calls.get(name) ?? [],

  reset(): string[] {
    const leftovers = unhandledCalls;
    unhandledCalls = [];
    for (const map of [responders, gates, calls]) map.clear();
    return leftovers;
  },
};
