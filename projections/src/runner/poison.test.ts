import type { StoredEvent } from '@guildhall/event-store/port.js';
import { expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../view-store.js';
import type { PageFold } from './page-fold.js';
import { addOrFail } from './poison.js';

const event: StoredEvent = {
  id: 'e1',
  type: 'ReplyPosted.v1',
  stream: 'post-20',
  revision: 0,
  position: '00000000000000000007',
  data: {},
  metadata: {},
};

/** A page whose next calls fail with these errors, in order, and then succeed. */
function foldThatFails(...errors: Error[]) {
  const add = vi.fn<PageFold['add']>().mockResolvedValue();
  for (const error of errors) add.mockRejectedValueOnce(error);
  return { fold: { add } as unknown as PageFold, add }; // only `add` is called
}

test.each([1, 2, 3, 10])('a store that is away for %i calls is never the fault of an event', async (calls) => {
  const away = Array.from({ length: calls }, () => new StoreUnavailable('away'));
  const { fold, add } = foldThatFails(...away);
  for (const error of away) await expect(addOrFail(fold, event)).rejects.toBe(error);
  expect(await addOrFail(fold, event)).toBeNull();
  expect(add).toHaveBeenCalledTimes(calls + 1);
});

test('a store that goes away between two tries is thrown too', async () => {
  const away = new StoreUnavailable('away');
  const { fold } = foldThatFails(new Error('spoiled'), new Error('spoiled'), away);
  await expect(addOrFail(fold, event)).rejects.toBe(away);
});

test('any other error is, after three tries', async () => {
  const cause = new TypeError('spoiled');
  const { fold, add } = foldThatFails(cause, cause, cause);
  const { position, type, stream } = event;
  expect(await addOrFail(fold, event)).toMatchObject({
    poison: { position, type, stream, error: String(cause) },
    cause,
  });
  expect(add).toHaveBeenCalledTimes(3);
});
