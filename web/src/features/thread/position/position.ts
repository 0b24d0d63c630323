import { formatDateAndTime, formatDate } from '../../../shared/dates.js';
import { useMarks } from '../../../shared/reading/marks.js';
import { goToNumber, jumpTo } from '../navigation/go-to-post.js';
import { jumpToShown, useReadingPlace } from '../navigation/reading-place.js';
import { loadAfter } from '../state/load-more.js';
import { getLastNumber, getDisplayedNumber } from '../state/ordinals.js';
import { findFirstNew, sortPosts, useThread } from '../state/store.js';
import { texts } from './texts.js';

export type Position = NonNullable<ReturnType<typeof usePosition>>;

export function usePosition() {
  const { byId, gaps, thread, newAfter, caughtUp, unseen } = useThread();
  const place = useReadingPlace((state) => state.place);
  const seenNumber = useMarks((state) => state.byThread[thread?.id ?? 0]?.seen ?? 0);
  if (!thread || thread.reply_count === 0) return null;
  const rows = sortPosts(byId);
  const current = rows.filter(({ order }) => order <= (place?.order ?? '')).at(-1);
  const firstNew = findFirstNew({ byId, gaps, newAfter });
  const times = [
    { number: 0, at: thread.created_at },
    ...rows.map((row) => ({ number: getDisplayedNumber(row), at: row.created_at })),
  ];
  return {
    number: current ? getDisplayedNumber(current) : 0,
    last: getLastNumber(rows, gaps, thread.reply_count),
    labelOf: (number: number) =>
      texts.positionOf(
        gaps.length > 0
          ? Math.min(number, thread.reply_count)
          : rows.filter((row) => getDisplayedNumber(row) <= number).length,
        thread.reply_count,
      ),
    date: formatDateAndTime(new Date(current?.created_at ?? thread.created_at)),
    unreadFrom: newAfter === null || caughtUp ? null : firstNew ? getDisplayedNumber(firstNew) : seenNumber + 1,
    newReplies: unseen.length,
    startedAt: formatDate(new Date(thread.created_at)),
    newestAt: formatDate(new Date(thread.last_post_at)),
    dateOf: (number: number) => interpolateDate(times, number),
  };
}

function interpolateDate(times: readonly { number: number; at: string }[], number: number): string {
  const before = times.filter((time) => time.number <= number).at(-1) ?? times[0];
  const after = times.find((time) => time.number >= number) ?? before;
  if (!before || !after) return '';
  if (before.number === number) return formatDateAndTime(new Date(before.at));
  const [from, to] = [Date.parse(before.at), Date.parse(after.at)];
  const part = (number - before.number) / Math.max(1, after.number - before.number);
  return texts.around(formatDate(new Date(from + (to - from) * part)));
}

export function goToTop(): void {
  jumpToShown(() => window.scrollTo({ top: 0 }));
}

export function goToNewest(): void {
  jumpToShown(() => document.getElementById('thread-end')?.scrollIntoView({ block: 'end' }));
}

export function goToNewReplies(): void {
  jumpToShown(() => document.getElementById('new-replies')?.scrollIntoView({ block: 'start' }));
}

export function goToFirstUnread(): void {
  const { newAfter } = useThread.getState();
  if (newAfter !== null) void jumpTo(loadAfter(newAfter));
}

export function goToPosition(number: number): Promise<unknown> {
  if (number > 0) return goToNumber(number, false);
  goToTop();
  return Promise.resolve();
}
