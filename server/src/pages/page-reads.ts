import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { firstReads } from '@guildhall/domain/wire/pages.js';
import type { PreloadedResponse } from '@guildhall/domain/wire/preloaded-responses.js';
import { toRefusal } from '../request/refusals.js';
import type { ReadScope } from '../log/last-changes.js';
import type { NamedRead } from '../http/responses/response-cache.js';
import { buildHeaders, getLinks } from '../http/responses/result.js';
import { requireAccess } from '../http/access.js';
import type { readRequest } from '../http/mount-operations.js';
import type { PageLoads, Requester } from '../request/request-context.js';
import type { ReadFrom } from '../request/read-positions.js';
import { checkQuery } from '../request/input.js';
import type { NamedCall, ReadParams, ReadTable } from './read-table.js';

export type PageRequester = Requester & ReturnType<typeof readRequest>;

interface PendingResponse {
  body: string;
  scopes: readonly ReadScope[];
  headers: Record<string, string>;
  more: boolean;
}

export class PageReads {
  private readonly responses = new Map<string, Promise<string | null>>();
  private readonly scopes = new Set<ReadScope>();
  readonly own: NamedRead[] = [];

  private readonly page: PageLoads | undefined;

  constructor(
    private readonly table: ReadTable,
    private readonly requester: PageRequester,
    from?: ReadFrom,
  ) {
    this.page = from && { from, threads: new Map() };
  }

  async load<Body>(read: string, params: ReadParams = {}): Promise<{ body: Body; more: boolean }> {
    const { body, more } = await this.begin(read, params);
    return { body: JSON.parse(body) as Body, more };
  }

  async prefetch(read: string, params: ReadParams = {}): Promise<void> {
    await this.begin(read, params).catch(() => null);
  }

  leave(read: string, params: ReadParams = {}, options: Pick<NamedRead, 'listsThreads'> = {}): void {
    this.responses.delete(this.table.find(read, params).address);
    this.own.push({ read, params, ...options });
  }

  async prefetchOwn({ read, params, listsThreads }: NamedRead): Promise<void> {
    if (!listsThreads) return this.prefetch(read, params);
    const threads = await this.load<{ id: number }[]>(read, params).catch(() => null);
    if (threads && threads.body.length > 0)
      await this.prefetch(firstReads.unread.threads, buildMarksQuery(threads.body));
  }

  private begin(read: string, params: ReadParams): Promise<PendingResponse> {
    const call = this.table.find(read, params);
    const response = this.fetchResponse(call, params);
    this.responses.set(call.address, this.renderEntry(response));
    return response;
  }

  private async fetchResponse(call: NamedCall, params: ReadParams): Promise<PendingResponse> {
    const { operation, path, query, address } = call;
    requireAccess(operation, this.requester);
    await operation.authorize?.({ ...this.requester, params });
    const result = await operation.run({
      ...this.requester,
      path: `/api${path}`,
      params,
      query: operation.query && checkQuery(operation.query, query),
      body: undefined,
      file: null,
      ...(this.page && { page: this.page }),
    });
    const { 'cache-control': _, ...headers } = buildHeaders(result, `/api${address}`);
    const body = result.serializedBody?.bytes.toString() ?? JSON.stringify(result.body);
    const { scopes = ['anything'] } = result;
    return { body, headers, more: getLinks(result).next !== undefined, scopes };
  }

  private renderEntry(response: Promise<PendingResponse>): Promise<string | null> {
    return response.then(
      (pendingResponse) => {
        for (const scope of pendingResponse.scopes) this.scopes.add(scope);
        return serializeEntry(pendingResponse);
      },
      (error: unknown) => {
        this.scopes.add('anything');
        return toRefusedEntry(error);
      },
    );
  }

  async renderAll(): Promise<{ fields: string[]; scopes: ReadScope[] }> {
    const entries: string[] = [];
    let bytes = 0;
    for (const [address, response] of this.responses) {
      const entry = await response;
      if (entry === null) continue;
      const field = escapeJson(`${JSON.stringify(address)}:${entry}`);
      if (bytes + Buffer.byteLength(field) > limits.listBytes) continue;
      bytes += Buffer.byteLength(field);
      entries.push(field);
    }
    return { fields: entries, scopes: [...this.scopes] };
  }
}

/** Sorts the ids because thread lists request them in this order. */
export function buildMarksQuery(threads: readonly { id: number }[]): { threads: string } {
  const sortedIds = threads.map(({ id }) => id).sort((one, other) => one - other);
  return { threads: sortedIds.join(',') };
}

const escapeJson = (json: string): string => json.replace(/[<\u2028\u2029]/g, (sign) => escapes[sign] ?? sign);
const escapes: Record<string, string> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' };

function serializeEntry({ body, headers }: PendingResponse): string {
  return `{"status":200,"headers":${JSON.stringify(headers)},"body":${body}}`;
}

function toRefusedEntry(error: unknown): string | null {
  const refusal = toRefusal(error);
  if (!refusal || refusal.status >= 500 || refusal.status === 429) return null;
  const body = { error: refusal.message, code: refusal.code, ...(refusal.field && { field: refusal.field }) };
  return JSON.stringify({ status: refusal.status, headers: {}, body } satisfies PreloadedResponse);
}

export function catchAsNull<T>(response: Promise<T>): Promise<T | null> {
  return response.catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  });
}
