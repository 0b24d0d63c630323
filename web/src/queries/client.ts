import { notifyManager, QueryClient } from '@tanstack/react-query';
import { onUserChange } from '../shared/state/session.js';

// Renders preloaded responses in the first paint instead of one timer later.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 30 * 60_000, // ms after the last screen that uses the response is left
      retry: false, // failures are shown immediately, with a retry button
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
});

// One person's data must never be shown to the next; open queries are reloaded.
onUserChange(() => void queryClient.resetQueries());
