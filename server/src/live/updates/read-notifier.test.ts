import { expect, test } from 'vitest';
import type { Audience } from '../sockets/audience.js';
import { ReadNotifier } from './read-notifier.js';

test('sends only the farthest read mark if several pages move it in one interval', async () => {
  const sentMessages: unknown[] = [];
  const audience = {
    has: () => true,
    listRoles: () => [1],
    broadcast: (_topic: unknown, _roles: unknown, { rows }: { rows: { id: number; order: string | null }[] }) =>
      void sentMessages.push(rows.map(({ id, order }) => [id, order])),
  } as unknown as Audience;
  const notifier = new ReadNotifier(audience, 1);
  notifier.recordMove(7, { id: 10, order: '01' });
  for (const order of ['02', '50', '10']) notifier.recordMove(7, { id: 10, order });
  notifier.recordMove(7, { id: 11, order: null });
  await expect
    .poll(() => sentMessages)
    .toEqual([
      [[10, '01']],
      [
        [10, '50'],
        [11, null],
      ],
    ]);
  notifier.stop();
});
