import type { mountOperations } from '@guildhall/server/http/mount-operations.js';
import type { Express, Router } from 'express';

/**
 * Returns entries of the form `get /api/me`. Excludes static files, and handlers for all paths (logs, pages) or all
 * methods (refusals).
 * @throws if a router is mounted below a prefix, which Express does not expose
 */
export const listRoutes = ({ router }: Express): string[] => listRouterRoutes(router).sort();

type Calls = Pick<ReturnType<typeof mountOperations>, 'routes'>;

const listCalls = ({ routes }: Calls): string[] =>
  routes.flatMap(({ method, path }) => (method === 'all' ? [] : `${method} ${path}`));

type Layer = Router['stack'][number] & { slash?: boolean };

function listRouterRoutes({ stack }: Pick<Router, 'stack'>): string[] {
  return stack.flatMap((layer: Layer) => {
    if (layer.route) {
      const { path } = layer.route;
      return [...new Set(layer.route.stack.flatMap(({ method }) => (method ? `${method} ${path}` : [])))];
    }
    const inner = layer.handle as Partial<Pick<Router, 'stack'> & Calls>;
    const { stack: within, routes } = inner;
    if (!within && !routes) return [];
    if (!layer.slash) throw new Error('A router is mounted below a prefix: mount it at the root, with whole paths');
    return [...(routes ? listCalls({ routes }) : []), ...(within ? listRouterRoutes({ stack: within }) : [])];
  });
}
