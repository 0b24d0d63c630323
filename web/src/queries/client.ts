import { notifyManager, QueryClient } from '@tanstack/react-query';
import { onUserChange } from '../shared/state/session.js';

// With the default scheduler, preloaded responses would be rendered one timer after the first paint.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 30 * 60_000, // In milliseconds, from leaving the last screen that uses the response.
      retry: false, // Failures are shown immediately, with a button to retry.
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
});

// Prevents one member's data from being shown to the next. Open queries are reloaded.
onUserChange(() => void queryClient.resetQueries());
