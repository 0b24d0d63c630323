import {
  preloadedResponsesId,
  type PreloadedResponse,
  type PreloadedResponses,
} from '@guildhall/domain/wire/preloaded-responses.js';

/** Milliseconds after the start of the visit; anything older is better requested again. */
const maxAgeMs = 30_000;

let given = typeof document === 'undefined' ? {} : readPreloaded();
const begunAt = globalThis.location?.pathname;

/** The preloaded responses of the HTML: for the first page of the visit, and for a short time. */
function current(): PreloadedResponses {
  if (Object.keys(given).length === 0) return given;
  if (location.pathname !== begunAt || performance.now() > maxAgeMs) given = {};
  return given;
}

/**
 * A preloaded response, which stays for the next caller.
 * @param path below `/api`
 */
export function peekPreloaded(path: string): PreloadedResponse | null {
  return current()[path] ?? null;
}

/** As `peekPreloaded`, but once: a second call wants a new response. */
export function takePreloaded(path: string): PreloadedResponse | null {
  const response = peekPreloaded(path);
  if (response) delete given[path];
  return response;
}

/** Preloaded responses are older than updates received since, or were for another person. */
export function forgetPreloaded(): void {
  given = {};
}

/** The preloaded responses: none where they may be old. */
function readPreloaded(): PreloadedResponses {
  const element = document.getElementById(preloadedResponsesId);
  element?.remove();
  const [visit] = performance.getEntriesByType('navigation');
  // Back and forward may show HTML that the browser has kept for hours.
  const kept = visit instanceof PerformanceNavigationTiming && visit.type === 'back_forward';
  // Written by our own server: a second check here would only repeat it.
  return !element || kept ? {} : (JSON.parse(element.textContent) as PreloadedResponses);
}
