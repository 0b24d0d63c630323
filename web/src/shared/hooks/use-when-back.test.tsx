import { fireEvent, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listen } from '../../live/connection.js';
import { live } from '../../testing/live.js';
import { toLogPosition } from '../../testing/rows.js';
import { show } from '../../testing/show.js';
import { useWhenBack } from './use-when-back.js';

function Waiting({ callback }: { callback: () => void }) {
  useWhenBack(callback);
  return null;
}

test('runs the callback when the connection returns, but not when it is lost', async () => {
  const callback = vi.fn();
  await show(<Waiting callback={callback} />);
  const { stop } = listen('site', toLogPosition(1), { rows: () => {}, resync: () => {} });
  await waitFor(() => expect(live.joined('site')).toBe(true));
  live.lose();
  expect(callback).not.toHaveBeenCalled();
  live.comeBack();
  expect(callback).toHaveBeenCalledOnce();
  fireEvent(window, new Event('online'));
  expect(callback).toHaveBeenCalledTimes(2);
  stop();
});
