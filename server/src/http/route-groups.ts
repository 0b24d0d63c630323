import type { Request, RequestHandler, Response } from 'express';

export interface GroupedRoute {
  /** `all`: whatever the method. */
  method: 'get' | 'post' | 'put' | 'delete' | 'all';
  /** Of literal segments and whole parameters, `/a/:b/c`; the first is literal. */
  path: string;
  handler: RequestHandler;
}

interface Candidate {
  route: GroupedRoute;
  pattern: readonly string[];
}

/**
 * One handler for many routes, in their order: as a router of Express, which tries its routes one by one. Here only those
 * that share the number of segments and the first two of them are tried, and nothing but their segments is compared.
 */
export function groupRoutes(
  routes: readonly GroupedRoute[],
  prefix: string,
): RequestHandler & { routes: readonly GroupedRoute[] } {
  const groups = new Map<string, Candidate[]>();
  const candidates = routes.map((route) => ({ route, pattern: segmentsOf(route.path) }));
  for (const key of new Set(candidates.map(({ pattern }) => keyOf(pattern)))) {
    groups.set(
      key,
      candidates.filter(({ pattern }) => belongsTo(pattern, key)),
    );
  }
  const find: RequestHandler = (req, res, next) => {
    const path = req.path as string | null; // of an address without a path, which programs may send: `foo://bar`
    if (!path?.startsWith(prefix) || path[prefix.length] !== '/') return next();
    const segments = segmentsOf(path.slice(prefix.length));
    const group = groups.get(keyOf(segments)) ?? groups.get(keyOf([segments[0] ?? '', ':', ...segments.slice(2)]));
    if (!group) return next();
    tryFrom(0, { group, segments, prefix, req, res, next });
  };
  return Object.assign(find, { routes: routes.map((route) => ({ ...route, path: prefix + route.path })) });
}

interface Search {
  group: readonly Candidate[];
  segments: readonly string[];
  prefix: string;
  req: Request;
  res: Response;
  next: (error?: unknown) => void;
}

/** Runs the first route from an index on that matches; the next one, if that passes on. */
function tryFrom(index: number, search: Search): void {
  const { group, segments, prefix, req, res, next } = search;
  const passOn = (at: number) => (error?: unknown) => (error ? next(error) : tryFrom(at + 1, search));
  for (let at = index; at < group.length; at++) {
    const { route, pattern } = group[at] as Candidate;
    if (!accepts(route, req.method) || !matches(pattern, segments)) continue;
    const pass = passOn(at);
    try {
      req.params = paramsOf(pattern, segments); // raw: `decodedParams`
      req.route = { path: prefix + route.path };
      const running: unknown = route.handler(req, res, pass);
      if (running instanceof Promise) running.catch(pass);
    } catch (error) {
      pass(error);
    }
    return;
  }
  next();
}

const accepts = ({ method }: GroupedRoute, asked: string): boolean =>
  method === 'all' || method === asked.toLowerCase() || (method === 'get' && asked === 'HEAD');

/** A parameter is not empty. Literals are compared as they were sent, not decoded. */
const matches = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.every((piece, at) => (piece.startsWith(':') ? segments[at] !== '' : segments[at] === piece));

function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [at, piece] of pattern.entries()) {
    if (piece.startsWith(':')) params[piece.slice(1)] = segments[at] ?? '';
  }
  return params;
}

/** Called once the caller's rights are known. @throws an error with the status 400 for what cannot be decoded */
export function decodedParams(params: Readonly<Record<string, string>>): Record<string, string> {
  const decoded: Record<string, string> = {};
  for (const [name, segment] of Object.entries(params)) decoded[name] = decode(segment);
  return decoded;
}

function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    throw Object.assign(error as Error, { status: 400 });
  }
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
