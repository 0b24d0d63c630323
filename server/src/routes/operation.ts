import type { OperationLimit } from '../http/operation-limits.js';
import type { Operation, OperationFields } from '../http/operation.js';
import type { Services } from '../services.js';

export type Route = Operation<unknown, unknown, Services>;
type UntaggedRoute = Omit<Route, 'tag'>;

type ReadOperation<Body, Query> = OperationFields<Body, Query, Services>;
type WriteOperation<Body, Query> = ReadOperation<Body, Query> & {
  limits: readonly [OperationLimit, ...OperationLimit[]];
};

const defineWrite =
  (method: 'post' | 'put' | 'delete') =>
  <Body, Query>(path: string, operation: WriteOperation<Body, Query>): UntaggedRoute =>
    ({ ...operation, method, path }) as UntaggedRoute;

export const route = {
  get: <Body, Query>(path: string, operation: ReadOperation<Body, Query>): UntaggedRoute =>
    ({ ...operation, method: 'get', path }) as UntaggedRoute,
  post: defineWrite('post'),
  put: defineWrite('put'),
  delete: defineWrite('delete'),
};

export const tagRoutes = (tag: Route['tag'], routes: readonly UntaggedRoute[]): Route[] =>
  routes.map((untaggedRoute) => ({ ...untaggedRoute, tag }));

export const defineDefaults = <const T extends Partial<Pick<Route, 'authorize'>>>(fields: T): T => fields;

export function bindServices(route: Route, services: Services): Operation {
  const { run, authorize } = route;
  return {
    ...route,
    run: (call) => run(call, services),
    ...(authorize && { authorize: (call) => authorize(call, services) }),
  } as Operation;
}
