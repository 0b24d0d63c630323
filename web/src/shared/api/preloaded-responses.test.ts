import type { PreloadedResponses } from '@guildhall/domain/wire/preloaded-responses.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const page = { pathname: '/forums' };
const responses: PreloadedResponses = { '/site': { status: 200, headers: {}, body: { name: 'Harbour' } } };
const Visit = class {
  constructor(readonly type: string) {}
};
let now = 0;

async function visit(type = 'navigate') {
  vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify(responses), remove() {} }) });
  vi.stubGlobal('location', page);
  vi.stubGlobal('PerformanceNavigationTiming', Visit);
  vi.stubGlobal('performance', { now: () => now, getEntriesByType: () => [new Visit(type)] });
  return await import('./preloaded-responses.js');
}

beforeEach(() => {
  vi.resetModules();
  page.pathname = '/forums';
  now = 1_000;
});
afterEach(() => vi.unstubAllGlobals());

test('returns a preloaded response only once', async () => {
  const { peekPreloaded, takePreloaded } = await visit();
  expect(peekPreloaded('/site')).toEqual(responses['/site']);
  expect(takePreloaded('/site')).toEqual(responses['/site']);
  expect(takePreloaded('/site')).toBeNull();
});

test('returns no preloaded response on another page or after a while', async () => {
  const { takePreloaded } = await visit();
  page.pathname = '/members';
  expect(takePreloaded('/site')).toBeNull();
  page.pathname = '/forums';
  expect(takePreloaded('/site')).toBeNull();

  vi.resetModules();
  const laterVisit = await visit();
  now = 31_000;
  expect(laterVisit.takePreloaded('/site')).toBeNull();
});

test('returns no preloaded response after a back navigation, since it could be hours old', async () => {
  const { takePreloaded } = await visit('back_forward');
  expect(takePreloaded('/site')).toBeNull();
});
