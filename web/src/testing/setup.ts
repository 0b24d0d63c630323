import { cleanup, configure } from '@testing-library/react';
import type * as Zustand from 'zustand';
import { afterEach, expect, vi } from 'vitest';
import { ignoreComposingKeys } from '../shared/browser/ignore-composing-keys.js';
import { resetBrowser } from './browser-gaps.js';
import { findLeftoverListeners } from './listeners.js';
import { live } from './live.js';
import { server } from './server.js';
import { resetStores } from './stores.js';

// Replaces only the transport. The messages are real.
vi.mock('socket.io-client', async () => {
  const { live: line } = await import('./live.js');
  return { io: () => line.getSocket() };
});

// The stores are real, and each is reset before the next test.
vi.mock('zustand', async (original) => {
  const { trackStores } = await import('./stores.js');
  const zustand = await original<typeof Zustand>();
  return { ...zustand, create: trackStores(zustand) };
});

// Only busy machines reach this limit because tests wait for a state.
configure({ asyncUtilTimeout: 100_000 });
vi.stubGlobal('fetch', server.fetch);
ignoreComposingKeys();
findLeftoverListeners(); // Discards the setup's own listeners, which outlive every test.
resetBrowser();

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  cleanup();
  const { setUser } = await import('../shared/state/session.js');
  setUser(null); // This ends the member's subscriptions.
  resetStores();
  (await import('../queries/client.js')).queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  resetBrowser();
  live.reset();
  const unansweredCalls = server.reset();
  const leftovers = findLeftoverListeners();
  expect(unansweredCalls, 'calls for which the test gave no response').toEqual([]);
  expect(leftovers, 'listeners on window or document that outlived the test').toEqual([]);
});
