import { Router, type RequestHandler } from 'express';

export interface GroupedRoute {
  /** Of literal segments and whole parameters, `/a/:b/c`; the first is literal. */
  path: string;
  addTo: (router: Router) => void;
}

/**
 * One handler for many routes, in their order. Express tries the routes of a router one by one: here only those that
 * share the number of segments and the first two of them are tried.
 */
export function groupRoutes(routes: readonly GroupedRoute[], prefix: string): RequestHandler {
  const groups = new Map<string, Router>();
  for (const key of new Set(routes.map(({ path }) => keyOf(segmentsOf(path))))) {
    const router = Router({ caseSensitive: true });
    for (const { path, addTo } of routes) if (belongsTo(segmentsOf(path), key)) addTo(router);
    groups.set(key, router);
  }
  const find: RequestHandler = (req, res, next) => {
    const { path } = req;
    if (!path.startsWith(prefix)) return next();
    const segments = segmentsOf(path.slice(prefix.length));
    const group = groups.get(keyOf(segments)) ?? groups.get(keyOf([segments[0] ?? '', ':', ...segments.slice(2)]));
    if (group) return group(req, res, next);
    next();
  };
  const each = Router({ caseSensitive: true });
  for (const { addTo } of routes) addTo(each);
  return Object.assign(find, { stack: each.stack }); // lists each route once, as a router does
}

/** As Express has it, a slash at the end is ignored. */
function segmentsOf(path: string): string[] {
  return (path.endsWith('/') ? path.slice(1, -1) : path.slice(1)).split('/');
}

function keyOf([first = '', second = '', ...rest]: readonly string[]): string {
  return `${rest.length} ${first} ${second.startsWith(':') ? ':' : second}`;
}

/** A parameter is tried for each literal that others have in its place. */
const belongsTo = ([first = '', second = '', ...rest]: readonly string[], key: string): boolean =>
  keyOf([first, second, ...rest]) === key ||
  (second.startsWith(':') && key.startsWith(`${rest.length} ${first} `) && key !== `${rest.length} ${first} `);
