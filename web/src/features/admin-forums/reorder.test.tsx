import { expect, test, vi } from 'vitest';
import { useToasts } from '../../shared/toast.js';
import { done } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { reorder } from './order.js';
import { useForums } from './store.js';

test('confirms each new order with an undo, and says when someone changed it in the meantime', async () => {
  useForums.setState({ forums: { sections: [], entries: [], roles: [] } });
  server.respondWith('GET /forums/sections', []);
  server.respondWith('GET /forums/permissions', []);
  server.respondWith('GET /admin/roles', []);
  server.respondWith('PUT /forums/sections/order', done({ acts: ['order-1'] }));
  const newest = () => useToasts.getState().waiting.at(-1);
  reorder(null, [4, 1, 3]);
  await vi.waitFor(() => expect(newest()?.text).toBe('Order saved.'));
  server.refuses('POST /admin/audit/order-1/undo', 'changed-since');
  newest()?.action?.run();
  await vi.waitFor(() => expect(newest()?.text).toBe('Someone changed this in the meantime.'));
  server.respondWith('POST /admin/audit/order-1/undo', done());
  newest()?.action?.run();
  await vi.waitFor(() => expect(newest()?.text).toBe('Undone: Order saved.'));
});
