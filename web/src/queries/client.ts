import { notifyManager, QueryClient } from '@tanstack/react-query';
import { onUserChange } from '../shared/state/session.js';

// Responses that came with the page are in its first paint, not one timer later.
notifyManager.setScheduler(queueMicrotask);

/** Holds what the screens that are not live have asked for, so that a screen that comes back shows what it had. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 30 * 60_000, // ms after the last screen that showed it was left
      retry: false, // a failure is shown at once, with a way to try again
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
});

// What one person was shown is not for the next; what is open is asked for again.
onUserChange(() => void queryClient.resetQueries());
