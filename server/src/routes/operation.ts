import type { OperationLimit } from '../http/operation-limits.js';
import type { Operation, OperationFields } from '../http/operation.js';
import type { Services } from '../services.js';

export type Route = Operation<unknown, unknown, Services>;
type Untagged = Omit<Route, 'tag'>;

type Read<Body, Query> = OperationFields<Body, Query, Services>;
type Write<Body, Query> = Read<Body, Query> & { limits: readonly [OperationLimit, ...OperationLimit[]] };

const writing =
  (method: 'post' | 'put' | 'delete') =>
  <Body, Query>(path: string, it: Write<Body, Query>): Untagged =>
    ({ ...it, method, path }) as Untagged;

export const route = {
  get: <Body, Query>(path: string, it: Read<Body, Query>): Untagged => ({ ...it, method: 'get', path }) as Untagged,
  post: writing('post'),
  put: writing('put'),
  delete: writing('delete'),
};

export const tagged = (tag: Route['tag'], routes: readonly Untagged[]): Route[] => routes.map((it) => ({ ...it, tag }));

export const operationDefaults = <const T extends Partial<Pick<Route, 'authorize'>>>(fields: T): T => fields;

export function bindServices(route: Route, services: Services): Operation {
  const { run, authorize } = route;
  return {
    ...route,
    run: (call) => run(call, services),
    ...(authorize && { authorize: (call) => authorize(call, services) }),
  } as Operation;
}
