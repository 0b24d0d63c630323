import { Refusal } from '@guildhall/domain/refusals.js';
import type { GivenAnswer } from '@guildhall/domain/wire/given-answers.js';
import { positionHeader, totalHeader } from '@guildhall/domain/wire/rest.js';
import type { Request } from 'express';
import { asRefusal } from '../errors.js';
import { check } from '../input.js';
import type { Operation } from '../operation.js';
import type { Asking } from '../session.js';
import { CapturedResponse } from './captured-response.js';

/** What the pages read of an answer beside its body. */
const headers = [positionHeader, totalHeader, 'link'];

type Words = Record<string, string>;

export interface PageAsking extends Asking {
  req: Request;
}

/** The calls that a page makes first, answered in this process by the very functions that answer them over HTTP. */
export class PageReads {
  private readonly given = new Map<string, Promise<string | null>>();

  /** `calls`: the GET operations by their path. */
  constructor(
    private readonly calls: ReadonlyMap<string, Operation>,
    private readonly asking: PageAsking,
  ) {}

  /** @throws what the call throws */
  async ask<Body>(call: string, params: Words = {}, query: Words = {}): Promise<{ body: Body; more: boolean }> {
    const path = call.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const fields = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const address = fields.length > 0 ? `${path}?${fields.join('&').replaceAll('%2C', ',')}` : path;
    const answered = this.answer(call, { path, address, params, query });
    this.given.set(
      address,
      answered.then(entryOf, (error: unknown) => refusedEntry(error)),
    );
    const { body, get } = await answered;
    // The operation's own answer: its shape is held by the tests of the REST calls.
    return { body: JSON.parse(body) as Body, more: get('link') !== undefined };
  }

  /** Asks for what the screen shows beside, and what the page's own text has no use for. */
  async askAlso(call: string, params: Words = {}, query: Words = {}): Promise<void> {
    await this.ask(call, params, query).catch(() => null);
  }

  private async answer(call: string, asked: { path: string; address: string; params: Words; query: Words }) {
    const operation = this.calls.get(call);
    if (!operation) throw new Error(`There is no call GET ${call}.`);
    const { path, address, params, query } = asked;
    const captured = new CapturedResponse();
    const own = { method: 'GET', baseUrl: '/api', path, url: path, originalUrl: `/api${address}`, params, query };
    const described = Object.fromEntries(Object.entries(own).map(([name, value]) => [name, { value }]));
    await operation.run({
      ...this.asking,
      req: Object.create(this.asking.req, described) as Request,
      res: captured.asResponse,
      query: operation.query ? check(operation.query, query) : undefined,
      body: undefined,
      file: null,
    });
    return { body: captured.body, get: (name: string) => captured.get(name) };
  }

  /** All that was answered, as JSON that may stand in a page: the browser then need not ask. */
  async json(): Promise<string> {
    const entries: string[] = [];
    for (const [address, answered] of this.given) {
      const entry = await answered;
      if (entry !== null) entries.push(`${JSON.stringify(address)}:${entry}`);
    }
    return `{${entries.join(',')}}`.replace(/[<\u2028\u2029]/g, (sign) => escapes[sign] ?? sign);
  }
}

const escapes: Record<string, string> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' };

function entryOf({ body, get }: { body: string; get: (name: string) => string | undefined }): string {
  const kept = headers.flatMap((name) => {
    const value = get(name);
    return value === undefined ? [] : [[name, value]];
  });
  return `{"status":200,"headers":${JSON.stringify(Object.fromEntries(kept))},"body":${body}}`;
}

/** A refusal is an answer too; what may be different in a moment is left to the browser to ask for. */
function refusedEntry(error: unknown): string | null {
  const refusal = asRefusal(error);
  if (!refusal || refusal.status >= 500 || refusal.status === 429) return null;
  const body = { error: refusal.message, code: refusal.code, ...(refusal.field && { field: refusal.field }) };
  return JSON.stringify({ status: refusal.status, headers: {}, body } satisfies GivenAnswer);
}

/** @returns null for a refusal that says that nothing is there */
export function orNothing<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  });
}
