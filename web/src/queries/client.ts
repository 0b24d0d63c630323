import { notifyManager, QueryClient } from '@tanstack/react-query';
import { onUserChange } from '../shared/state/session.js';

// With the default scheduler, preloaded responses would be rendered one timer tick after the first paint.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 30 * 60_000, // How long, in milliseconds, a response is retained after its last screen is closed.
      retry: false, // Failures are shown immediately, with a button to retry.
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
});

// Prevents the browser's next user from seeing this member's data. Open queries are reloaded.
onUserChange(() => void queryClient.resetQueries());
