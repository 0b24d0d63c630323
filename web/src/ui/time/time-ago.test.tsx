import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { TimeAgo } from './time-ago.js';

const noon = Date.parse('2026-11-21T12:00:00Z');
const minute = 60_000;
const getTimes = () => screen.getAllByRole('time').map((time) => time.textContent);

test('shows a relative time, with the full date in its title and in machine-readable form', () => {
  vi.useFakeTimers({ now: noon });
  render(<TimeAgo at="2026-11-21T11:57:00Z" />);
  const time = screen.getByRole('time');
  expect(time.textContent).toBe('3 min. geleden');
  expect(time.getAttribute('datetime')).toBe('2026-11-21T11:57:00Z');
  expect(time.title).toBe('22 nov 2026, 01:42');
});

test('updates the relative time while the page is open', () => {
  vi.useFakeTimers({ now: noon });
  const view = render(
    <>
      <TimeAgo at="2026-11-21T11:59:30Z" />
      <TimeAgo at="2026-11-21T11:01:00Z" />
    </>,
  );
  expect(getTimes()).toEqual(['nu', '59 min. geleden']);
  act(() => void vi.advanceTimersByTime(minute));
  expect(getTimes()).toEqual(['1 min. geleden', '1 uur geleden']);
  view.unmount();
  expect(vi.getTimerCount()).toBe(0);
});

test('marks a time as recent only in its first hour', () => {
  vi.useFakeTimers({ now: noon });
  render(<TimeAgo at="2026-11-21T11:01:00Z" />);
  expect(screen.getByRole('time').dataset['recent']).toBe('true');
  act(() => void vi.advanceTimersByTime(minute));
  expect(screen.getByRole('time').dataset['recent']).toBeUndefined();
});

test('updates the relative time immediately when the page is shown again', () => {
  vi.useFakeTimers({ now: noon });
  render(<TimeAgo at="2026-11-21T12:00:00Z" />);
  vi.setSystemTime(noon + 5 * minute); // A hidden page's timers may not run.
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(getTimes()).toEqual(['5 min. geleden']);
});
