import {
  preloadedResponsesId,
  type PreloadedResponse,
  type PreloadedResponses,
} from '@guildhall/domain/wire/preloaded-responses.js';

/** Measured from the start of the visit. Older responses, and those for a later page, are requested again. */
const maxAgeMs = 30_000;

const responses = new Map(typeof document === 'undefined' ? [] : Object.entries(readPreloaded()));
const firstPathname = globalThis.location?.pathname;

/** Does not consume the response. @param path relative to `/api` */
export function peekPreloaded(path: string): PreloadedResponse | null {
  if (responses.size > 0 && (location.pathname !== firstPathname || performance.now() > maxAgeMs)) responses.clear();
  return responses.get(path) ?? null;
}

/** Consumes the response so that a second call requests a new one. */
export function takePreloaded(path: string): PreloadedResponse | null {
  const response = peekPreloaded(path);
  responses.delete(path);
  return response;
}

/** Call this when preloaded responses are older than an update or belong to another member. */
export function forgetPreloaded(): void {
  responses.clear();
}

function readPreloaded(): PreloadedResponses {
  const element = document.getElementById(preloadedResponsesId);
  element?.remove();
  const [visit] = performance.getEntriesByType('navigation');
  // After back or forward, the browser may show HTML that it cached hours ago.
  const isCached = visit instanceof PerformanceNavigationTiming && visit.type === 'back_forward';
  // Our own server writes this JSON, so validating it again would be redundant.
  return !element || isCached ? {} : (JSON.parse(element.textContent) as PreloadedResponses);
}
