import type { SystemCall } from './strace.js';

/** Includes the server's work on the watched files up to the response. */
export interface TracedResponse {
  request: string;
  key: string | undefined;
  status: number;
  /** The writes between request and response, in the order of the watched files. */
  written: string[];
  /** Files with unsynced data from any request. */
  unsynced: string[];
}

interface Request {
  request: string;
  key: string | undefined;
  written: Set<string>;
}

/** Reconstructs the writes and syncs that preceded each response. */
export function findResponses(calls: readonly SystemCall[], watched: readonly string[]): TracedResponse[] {
  const unsyncedFiles = new Set<string>();
  const open = new Map<string, Request>();
  const responses: TracedResponse[] = [];
  const filterWatched = (files: ReadonlySet<string>) => watched.filter((file) => files.has(file));
  for (const { name, target, text, result } of calls) {
    if (name.startsWith('pwrite')) {
      unsyncedFiles.add(target);
      for (const request of open.values()) request.written.add(target);
    } else if (name.endsWith('sync')) {
      if (result === 0) unsyncedFiles.delete(target);
    } else if (target.startsWith('TCP')) {
      const requestLine = /"((?:GET|POST|PUT|DELETE) \S+) HTTP\/1\.1\\r\\n/.exec(text)?.[1];
      const status = /"HTTP\/1\.1 (\d+) /.exec(text)?.[1];
      const request = open.get(target);
      if (name === 'read' && requestLine) {
        const key = /\\r\\nidempotency-key: (\S+?)\\r\\n/.exec(text)?.[1];
        open.set(target, { request: requestLine, key, written: new Set() });
      } else if (name !== 'read' && status && request) {
        responses.push({
          request: request.request,
          key: request.key,
          status: Number(status),
          written: filterWatched(request.written),
          unsynced: filterWatched(unsyncedFiles),
        });
        open.delete(target);
      }
    }
  }
  return responses;
}
