import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showError, showToast } from '../../shared/toast.js';
import { show } from '../../testing/show.js';

const say = (work: () => void) => act(async () => work());
const toast = (text: string) => screen.findByRole('dialog', { name: text });

test('counts a repeated message in its toast and announces it only once', async () => {
  await show(<p>Page</p>);
  await say(() => showToast('Link copied.'));
  const first = await toast('Link copied.');
  await say(() => [1, 2].forEach(() => showToast('Link copied.')));
  const times = await within(first).findByText('×3');
  expect(times.getAttribute('aria-hidden')).toBe('true');
  expect(screen.getAllByText('Link copied.')).toHaveLength(1);
});

test('restarts the count at one after the toast is closed', async () => {
  const user = await show(<p>Page</p>);
  await say(() => [1, 2].forEach(() => showToast('Link copied.')));
  await user.click(within(await toast('Link copied.')).getByLabelText('Close message'));
  await waitFor(() => expect(screen.queryByText('Link copied.')).toBeNull());
  await say(() => showToast('Link copied.'));
  expect(within(await toast('Link copied.')).queryByText(/×/)).toBeNull();
});

test('keeps the button of each of two equal messages, even after other messages', async () => {
  const user = await show(<p>Page</p>);
  const [older, newer] = [vi.fn(), vi.fn()];
  await say(() => {
    showToast('Reply deleted.', { name: 'Undo', run: older });
    showToast('Reply deleted.', { name: 'Undo', run: newer });
    showToast('Reply deleted.');
  });
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(2));
  for (let pressed = 0; pressed < 2; pressed++) {
    const [undo] = screen.getAllByRole('button', { name: 'Undo' });
    if (undo) await user.click(undo);
    await waitFor(() => expect(screen.queryAllByRole('button', { name: 'Undo' })).toHaveLength(1 - pressed));
  }
  expect([older.mock.calls.length, newer.mock.calls.length]).toEqual([1, 1]);
});

test('removes a message after a few seconds, but an error only when it is closed', async () => {
  const user = await show(<p>Page</p>);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    await say(() => {
      showToast('Saved.');
      showError('Not saved.');
    });
    await toast('Saved.');
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    await waitFor(() => expect(screen.queryByText('Saved.')).toBeNull());
    const error = await toast('Not saved.');
    await user.click(within(error).getByLabelText('Close message'));
    await waitFor(() => expect(screen.queryByText('Not saved.')).toBeNull());
  } finally {
    vi.useRealTimers();
  }
});

test('limits the number of visible toasts and shows earlier ones when others are closed', async () => {
  await show(<p>Page</p>);
  await say(() => ['1', '2', '3', '4'].forEach((text) => showError(text)));
  const limited = async (text: string) =>
    (await screen.findByText(text)).closest('[role="dialog"]')?.hasAttribute('data-limited');
  expect(await limited('1')).toBe(true);
  expect(await limited('2')).toBe(false);
  const close = within(await toast('4')).getByLabelText('Close message');
  await act(async () => close.click());
  await waitFor(async () => expect(await limited('1')).toBe(false));
});

test('shows a toast with a button for over ten seconds, and longer while the pointer is over it', async () => {
  await show(<p>Page</p>);
  vi.useFakeTimers();
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const run = vi.fn();
  act(() => showToast('Thread locked.', { name: 'Undo', run }));
  await wait(10_000);
  fireEvent.mouseEnter(screen.getByText('Thread locked.').closest('[role="region"]') as Element);
  await wait(60_000);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(run).toHaveBeenCalledTimes(1);
});
