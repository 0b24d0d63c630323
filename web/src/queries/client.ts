import { notifyManager, QueryClient } from '@tanstack/react-query';
import { onUserChange } from '../shared/state/session.js';

// Renders preloaded responses in the first paint instead of one timer later.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 30 * 60_000, // Measured in ms from leaving the last screen that uses the response.
      retry: false, // Failures are shown immediately, with a retry button.
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
});

// One person's data must never be shown to the next, so open queries are reloaded.
onUserChange(() => void queryClient.resetQueries());
