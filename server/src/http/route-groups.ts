import { Refusal } from '@guildhall/domain/refusals.js';
import type { RequestHandler } from 'express';

export interface GroupedRoute {
  method: 'get' | 'post' | 'put' | 'delete' | 'all';
  /** Each segment is either literal or a parameter. The first one, and the one after `api`, must be literal. */
  path: string;
  handler: RequestHandler;
}

interface Candidate {
  route: GroupedRoute;
  pattern: readonly string[];
}

export function groupRoutes(routes: readonly GroupedRoute[]): RequestHandler & { routes: readonly GroupedRoute[] } {
  const groups = new Map<string, Candidate[]>();
  for (const route of routes) {
    const pattern = splitPath(route.path);
    const key = getGroupKey(pattern);
    groups.set(key, [...(groups.get(key) ?? []), { route, pattern }]);
  }
  const handle: RequestHandler = (req, res, next) => {
    // The path is null for a URL without one, such as `foo://bar`.
    const path = req.path as string | null;
    const segments = splitPath(path ?? '');
    const candidates = (groups.get(getGroupKey(segments)) ?? []).filter(
      ({ route, pattern }) => acceptsMethod(route, req.method) && matches(pattern, segments),
    );
    const tryNext = (error?: unknown): void => {
      const candidate = candidates.shift();
      if (error || !candidate) return next(error);
      const { route, pattern } = candidate;
      // The values are still URL-encoded, see `decodeParams`.
      req.params = extractParams(pattern, segments);
      req.route = { path: route.path };
      const result: unknown = route.handler(req, res, tryNext);
      if (result instanceof Promise) result.catch(next);
    };
    tryNext();
  };
  return Object.assign(handle, { routes });
}

function splitPath(path: string): string[] {
  return (path.endsWith('/') ? path.slice(1, -1) : path.slice(1)).split('/');
}

function getGroupKey(segments: readonly string[]): string {
  const resource = segments[0] === 'api' ? segments[1] : segments[0];
  return `${segments.length} ${resource}`;
}

const acceptsMethod = ({ method }: GroupedRoute, requestedMethod: string): boolean =>
  method === 'all' || method === requestedMethod.toLowerCase() || (method === 'get' && requestedMethod === 'HEAD');

const matches = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.every((piece, at) => (piece.startsWith(':') ? segments[at] !== '' : segments[at] === piece));

function extractParams(pattern: readonly string[], segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [at, piece] of pattern.entries()) {
    if (piece.startsWith(':')) params[piece.slice(1)] = segments[at] ?? '';
  }
  return params;
}

/** Call this only after the access check. @throws Refusal validation, for malformed encoding */
export function decodeParams(params: Readonly<Record<string, string>>): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, segment] of Object.entries(params)) values[name] = decode(name, segment);
  return values;
}

function decode(name: string, segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal('validation', name, `${name}: is not valid`);
  }
}
