import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showToast } from '../../shared/toast.js';
import { Toasts } from './toasts.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('shows a toast with a button for more than ten seconds, and on while the pointer is on it', async () => {
  render(<Toasts />);
  const run = vi.fn();
  act(() => showToast('Thread locked.', { name: 'Undo', run }));
  await wait(10_000);
  fireEvent.mouseEnter(screen.getByText('Thread locked.').closest('[role="region"]') as Element);
  await wait(60_000);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(run).toHaveBeenCalledTimes(1);
});
