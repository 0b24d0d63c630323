import type { Operation } from '../http/operation.js';

export type ReadParams = Record<string, string>;

export interface NamedCall {
  operation: Operation;
  path: string;
  query: ReadParams;
  /** Relative to `/api`, including the query. */
  address: string;
}

export class ReadTable {
  private readonly operations: ReadonlyMap<string, Operation>;

  constructor(operations: readonly Operation[]) {
    this.operations = new Map(
      operations.filter(({ method }) => method === 'get').map((operation) => [operation.path, operation]),
    );
  }

  find(read: string, params: ReadParams): NamedCall {
    const [pattern = '', fields] = read.split('?');
    const operation = this.operations.get(pattern);
    if (!operation) throw new Error(`There is no call GET ${pattern}.`);
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const query = [...new URLSearchParams(fields)].flatMap(([name, text]): [string, string][] => {
      const value = text.startsWith(':') ? params[text.slice(1)] : text;
      return value === undefined ? [] : [[name, value]];
    });
    const text = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
    const address = text === '' ? path : `${path}?${text.replaceAll('%2C', ',')}`;
    return { operation, path, query: Object.fromEntries(query), address };
  }
}
