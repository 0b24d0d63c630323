import { notifyManager, QueryClient } from '@tanstack/react-query';
import { onUserChange } from '../shared/state/session.js';

// Responses that came with the page are in its first paint, not one timer later.
notifyManager.setScheduler(queueMicrotask);

/** Caches the responses of screens that are not live, so that a screen shown again has its earlier data. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 30 * 60_000, // ms after the last screen that showed it was left
      retry: false, // a failure is shown immediately, with a retry
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
});

// What one person was shown must not be shown to the next; open queries are reloaded.
onUserChange(() => void queryClient.resetQueries());
