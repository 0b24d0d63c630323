import type { groupRoutes } from '@guildhall/server/http/route-groups.js';
import type { Express, Router } from 'express';

/**
 * Every route of an application, as `get /api/me`. Static files and handlers of all paths (logs, pages) or of all
 * methods (refusals) do not count.
 * @throws where a router is mounted below a prefix, which Express does not expose
 */
export function routesOf(app: Express): string[] {
  return routesIn(app.router).sort();
}

const belowPrefix = 'A router is mounted below a prefix: mount it at the root, with whole paths';
type Layer = Router['stack'][number] & { slash?: boolean };

function routesIn({ stack }: Pick<Router, 'stack'>): string[] {
  return stack.flatMap((layer: Layer) => {
    if (layer.route) {
      const { path } = layer.route;
      return [...new Set(layer.route.stack.flatMap(({ method }) => (method ? `${method} ${path}` : [])))];
    }
    const inner = layer.handle as Partial<Pick<Router, 'stack'> & ReturnType<typeof groupRoutes>>;
    if (inner.routes) {
      if (!layer.slash) throw new Error(belowPrefix);
      return inner.routes.flatMap(({ method, path }) => (method === 'all' ? [] : `${method} ${path}`));
    }
    if (!inner.stack) return [];
    if (!layer.slash) throw new Error(belowPrefix);
    return routesIn({ stack: inner.stack });
  });
}
