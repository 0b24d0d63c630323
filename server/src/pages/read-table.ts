import { check } from '../request/input.js';
import type { Operation } from '../http/operation.js';

export type Params = Record<string, string>;

interface NamedCall {
  path: string;
  operation: Operation;
  query: readonly (readonly [name: string, text: string])[];
  /** Undefined if the query contains values of the page. */
  checked: unknown;
}

export class ReadTable {
  private readonly found = new Map<string, NamedCall>();
  private readonly operations: ReadonlyMap<string, Operation>;

  constructor(operations: readonly Operation[]) {
    this.operations = new Map(operations.filter(({ method }) => method === 'get').map((it) => [it.path, it]));
  }

  addressOf(read: string, params: Params): string {
    const { path, query } = this.callOf(read);
    const fields = Object.entries(queryOf(query, params)).map(
      ([name, value]) => `${name}=${encodeURIComponent(value)}`,
    );
    return fields.length > 0
      ? `${pathOf(path, params)}?${fields.join('&').replaceAll('%2C', ',')}`
      : pathOf(path, params);
  }

  find(read: string, params: Params): { operation: Operation; path: string; query: unknown } {
    const { path, operation, query, checked } = this.callOf(read);
    return {
      operation,
      path: pathOf(path, params),
      query: checked ?? (operation.query && check(operation.query, queryOf(query, params))),
    };
  }

  private callOf(read: string): NamedCall {
    const known = this.found.get(read);
    if (known) return known;
    const [path = '', pattern] = read.split('?');
    const operation = this.operations.get(path);
    if (!operation) throw new Error(`There is no call GET ${path}.`);
    const query = [...new URLSearchParams(pattern)];
    const isConstant = query.every(([, text]) => !text.startsWith(':'));
    const checked =
      isConstant && operation.query ? Object.freeze(check(operation.query, queryOf(query, {}))) : undefined;
    const found = { path, operation, query, checked };
    this.found.set(read, found);
    return found;
  }
}

const pathOf = (path: string, params: Params): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

function queryOf(query: NamedCall['query'], params: Params): Params {
  const fields = query.flatMap(([name, text]): [string, string][] => {
    const value = text.startsWith(':') ? params[text.slice(1)] : text;
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(fields);
}
