import type { CallInput } from './valid-calls/valid-call.js';

const maxIds = 200;

/** Contains ids by the path of their kind. For example, `/forums/threads` has the thread ids. */
export class IdPools {
  private readonly pools = new Map<string, (number | string)[]>();

  constructor(private readonly random: () => number) {}

  /** `path` is a request path with prefix and query. */
  learn(path: string, response: unknown): void {
    const kind = getKind(path.replace(/^\/api/, '').split('?', 1)[0] ?? '');
    const rows = Array.isArray(response) ? response : [response];
    for (const row of rows.slice(0, 20) as unknown[]) {
      const id = (row as { id?: unknown } | null)?.id;
      if (typeof id === 'number' || typeof id === 'string') this.add(kind, id);
    }
  }

  mixIds(path: string, input: CallInput): CallInput {
    const id = this.pickId(getKind(path));
    const body = input.body && Object.fromEntries(Object.entries(input.body).map((entry) => this.replaceId(...entry)));
    return { ...input, ...(input.id !== undefined && id !== undefined && { id }), ...(body && { body }) };
  }

  private replaceId(name: string, value: unknown): [string, unknown] {
    const kind = { thread_id: '/forums/threads', section_id: '/forums/sections', post_id: '/forums/posts' }[name];
    const id = kind && typeof value === 'number' ? this.pickId(kind) : undefined;
    return [name, id ?? value];
  }

  private pickId(kind: string): number | string | undefined {
    const pool = this.pools.get(kind) ?? [];
    return pool[Math.floor(this.random() * pool.length)];
  }

  private add(kind: string, id: number | string): void {
    const pool = this.pools.get(kind) ?? [];
    this.pools.set(kind, pool);
    if (pool.length < maxIds) pool.push(id);
    else pool[Math.floor(this.random() * maxIds)] = id;
  }
}

/** Returns the path up to the first id. */
const getKind = (path: string): string => path.replace(/\/(:\w+|[0-9]+)(\/.*)?$/, '');
