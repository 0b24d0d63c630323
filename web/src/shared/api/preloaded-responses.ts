import {
  preloadedResponsesId,
  type PreloadedResponse,
  type PreloadedResponses,
} from '@guildhall/domain/wire/preloaded-responses.js';

/** Counted from the start of the visit; older responses are requested again. */
const maxAgeMs = 30_000;

let given = typeof document === 'undefined' ? {} : readPreloaded();
const begunAt = globalThis.location?.pathname;

/** Valid for the first page of the visit, and for a short time. */
function current(): PreloadedResponses {
  if (Object.keys(given).length === 0) return given;
  if (location.pathname !== begunAt || performance.now() > maxAgeMs) given = {};
  return given;
}

/** Returns a preloaded response without consuming it. @param path below `/api` */
export function peekPreloaded(path: string): PreloadedResponse | null {
  return current()[path] ?? null;
}

/** As `peekPreloaded`, but consumes the response: a second call requests a new one. */
export function takePreloaded(path: string): PreloadedResponse | null {
  const response = peekPreloaded(path);
  if (response) delete given[path];
  return response;
}

/** Preloaded responses are older than later updates, or belong to another person. */
export function forgetPreloaded(): void {
  given = {};
}

/** Returns no responses if they may be outdated. */
function readPreloaded(): PreloadedResponses {
  const element = document.getElementById(preloadedResponsesId);
  element?.remove();
  const [visit] = performance.getEntriesByType('navigation');
  // After back or forward, the browser may show HTML that it cached hours ago.
  const kept = visit instanceof PerformanceNavigationTiming && visit.type === 'back_forward';
  // Our own server writes this JSON; validating it again here would be redundant.
  return !element || kept ? {} : (JSON.parse(element.textContent) as PreloadedResponses);
}
