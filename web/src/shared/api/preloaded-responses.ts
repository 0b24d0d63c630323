import {
  preloadedResponsesId,
  type PreloadedResponse,
  type PreloadedResponses,
} from '@guildhall/domain/wire/preloaded-responses.js';

/** Milliseconds after the visit began; what is older is better asked for. */
const maxAgeMs = 30_000;

let given = typeof document === 'undefined' ? {} : readPreloaded();
const begunAt = globalThis.location?.pathname;

/** The first answers, which the HTML brought along: for the page with which the visit begins, and not for long. */
function current(): PreloadedResponses {
  if (Object.keys(given).length === 0) return given;
  if (location.pathname !== begunAt || performance.now() > maxAgeMs) given = {};
  return given;
}

/** An answer that came with the page, which stays for who asks next. @param path below `/api` */
export function peekPreloaded(path: string): PreloadedResponse | null {
  return current()[path] ?? null;
}

/** As `peekPreloaded`, but once: who asks again wants to know what is new. */
export function takePreloaded(path: string): PreloadedResponse | null {
  const response = peekPreloaded(path);
  if (response) delete given[path];
  return response;
}

/** What the page brought along is older than what has been told since, or was for another person. */
export function forgetPreloaded(): void {
  given = {};
}

/** What the page brought along: nothing where it may be old. */
function readPreloaded(): PreloadedResponses {
  const element = document.getElementById(preloadedResponsesId);
  element?.remove();
  const [visit] = performance.getEntriesByType('navigation');
  // Back and forward may show HTML that the browser has kept for hours.
  const kept = visit instanceof PerformanceNavigationTiming && visit.type === 'back_forward';
  // Written by our own server: a second check here would only repeat it.
  return !element || kept ? {} : (JSON.parse(element.textContent) as PreloadedResponses);
}
