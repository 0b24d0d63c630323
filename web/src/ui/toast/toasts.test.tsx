import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showError, showToast } from '../../shared/toast.js';
import { show } from '../../testing/show.js';

const settleAfter = (work: () => void) => act(async () => work());
const findToast = (text: string) => screen.findByRole('dialog', { name: text });

test('counts a repeated message in its toast and announces it only once', async () => {
  await show(<p>Page</p>);
  await settleAfter(() => showToast('Link copied.'));
  const toast = await findToast('Link copied.');
  await settleAfter(() => [1, 2].forEach(() => showToast('Link copied.')));
  const times = await within(toast).findByText('×3');
  expect(times.getAttribute('aria-hidden')).toBe('true');
  expect(screen.getAllByText('Link copied.')).toHaveLength(1);
});

test('the count of a repeated message restarts at one after its toast is closed', async () => {
  const user = await show(<p>Page</p>);
  await settleAfter(() => [1, 2].forEach(() => showToast('Link copied.')));
  await user.click(within(await findToast('Link copied.')).getByLabelText('Close message'));
  await waitFor(() => expect(screen.queryByText('Link copied.')).toBeNull());
  await settleAfter(() => showToast('Link copied.'));
  expect(within(await findToast('Link copied.')).queryByText(/×/)).toBeNull();
});

test("shows only the newest message, with the latest action's button", async () => {
  const user = await show(<p>Page</p>);
  const [older, newer] = [vi.fn(), vi.fn()];
  await settleAfter(() => {
    showError('Not saved.');
    showToast('Reply deleted.', { name: 'Undo', run: older });
    showToast('Reply deleted.', { name: 'Undo', run: newer });
  });
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([older.mock.calls.length, newer.mock.calls.length]).toEqual([0, 1]);
});

test('F6 focuses the toast, and the focus returns when another message replaces it', async () => {
  const user = await show(<button>Lock</button>);
  screen.getByRole('button', { name: 'Lock' }).focus();
  await settleAfter(() => showToast('Thread locked.', { name: 'Undo', run: vi.fn() }));
  const region = (await findToast('Thread locked.')).closest('[role="region"]');
  expect(region?.getAttribute('aria-live')).toBe('polite');
  await user.keyboard('{F6}{Tab}{Tab}');
  expect(document.activeElement?.textContent).toBe('Undo');
  await settleAfter(() => showToast('Thread moved.'));
  await waitFor(() => expect(screen.queryByText('Thread locked.')).toBeNull());
  expect(document.activeElement?.textContent).toBe('Lock');
});

test('removes a message after a few seconds, but an error only when it is closed', async () => {
  const user = await show(<p>Page</p>);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    await settleAfter(() => showToast('Saved.'));
    await findToast('Saved.');
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    await waitFor(() => expect(screen.queryByText('Saved.')).toBeNull());
    await settleAfter(() => showError('Not saved.'));
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    const error = await findToast('Not saved.');
    await user.click(within(error).getByLabelText('Close message'));
    await waitFor(() => expect(screen.queryByText('Not saved.')).toBeNull());
  } finally {
    vi.useRealTimers();
  }
});

test('shows a toast with a button for over ten seconds, and longer under the pointer', async () => {
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
