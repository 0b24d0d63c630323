import type { Operation } from '../http/operation.js';
import type { Services } from '../services.js';

/** Operations are constants: their functions receive the services with each call. */
export type Route = Operation<unknown, unknown, Services>;

/** Connects the types of body and query between the schemas and `run`. */
export const operation = <Body, Query>(it: Operation<Body, Query, Services>): Route => it as unknown as Route;

/** Fields that several operations share, with the types that an operation expects. */
export const operationDefaults = <const T extends Partial<Pick<Route, 'authorize'>>>(fields: T): T => fields;

export function bindServices(route: Route, services: Services): Operation {
  const { run, authorize } = route;
  return {
    ...route,
    run: (call) => run(call, services),
    ...(authorize && { authorize: (call) => authorize(call, services) }),
  } as Operation;
}
