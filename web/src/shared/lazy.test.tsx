import { cleanup, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../testing/show.js';
import { createLazyComponent } from './lazy.js';

function Part(_: { close: () => void }) {
  return <p>The part</p>;
}

test('closes a component that cannot be loaded, reports it and retries when next opened', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const load = vi
    .fn<() => Promise<{ Part: typeof Part }>>()
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValue({ Part });
  const LazyPart = createLazyComponent(load, 'Part');
  const close = vi.fn();
  await show(<LazyPart close={close} />);
  await screen.findByText('This could not be loaded.');
  expect(close).toHaveBeenCalledOnce();
  cleanup();
  await show(<LazyPart close={close} />);
  expect(await screen.findByText('The part')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
});

test('shows the fallback for a component that cannot be loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const LazyPart = createLazyComponent(
    (): Promise<{ Part: typeof Part }> => Promise.reject(new TypeError('offline')),
    'Part',
  );
  const onUnfetched = vi.fn();
  await show(<LazyPart close={() => {}} fallback={<p>Room</p>} onUnfetched={onUnfetched} />);
  await vi.waitFor(() => expect(onUnfetched).toHaveBeenCalledOnce());
  expect(screen.getByText('Room')).toBeDefined();
  expect(screen.queryByText('This could not be loaded.')).toBeNull();
});
