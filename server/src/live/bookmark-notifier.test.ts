import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BookmarkNotifier } from './bookmark-notifier.js';

test('each check for reminders repeats the previous interval, and includes what a failed check missed', async () => {
  vi.useFakeTimers({ now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const checkedMs: [from: number, to: number][] = [];
  let fails = false;
  const findRemindersBetween = (after: string, upTo: string) => {
    checkedMs.push([Date.parse(after), Date.parse(upTo)]);
    return fails ? Promise.reject(new Error('offline')) : Promise.resolve([]);
  };
  const services = {
    vault: { findRemindersBetween },
    bookmarks: { onChanged: () => {} },
    logger: pino({ level: 'silent' }),
  };
  const notifier = new BookmarkNotifier(
    ...([{}, services, 1_000] as unknown as ConstructorParameters<typeof BookmarkNotifier>), // It uses only these members.
  );
  await vi.advanceTimersByTimeAsync(2_000);
  fails = true;
  await vi.advanceTimersByTimeAsync(1_000);
  fails = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(checkedMs).toEqual([
    [0, 1_000],
    [0, 2_000],
    [1_000, 3_000],
    [1_000, 4_000],
    [3_000, 5_000],
  ]);
  notifier.stop();
});
