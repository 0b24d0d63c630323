import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { RefObject } from 'react';
import { linkToThread } from '../../../shared/paths.js';
import { setRead, writeRead } from '../../../shared/reading/marks.js';
import { navigate } from '../../../shared/router.js';
import { loadMore, useLatest } from './store.js';
import { texts } from './texts.js';
import { useSingleKeys } from '../../../shared/hooks/use-single-keys.js';

interface ListKeys {
  listElement: RefObject<HTMLElement | null>;
  rows: readonly ThreadSummary[];
  reload: () => void;
  announce: (text: string) => void;
  openHelp: () => void;
}

/** The keys j and k move the focus, so screen readers and Enter follow. */
export function useListKeys({ listElement, rows, reload, announce, openHelp }: ListKeys): void {
  function step(by: 1 | -1): void {
    const at = rows.findIndex(({ id }) => id === findCurrentId(listElement.current));
    const to = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by];
    if (!to) return void (by > 0 && loadMore());
    useLatest.setState({ current: to.id });
    findLink(listElement.current, to.id)?.focus();
  }

  function runOnCurrent(callback: (row: ThreadSummary) => void): void {
    const row = rows.find(({ id }) => id === findCurrentId(listElement.current));
    if (row) callback(row);
  }

  useSingleKeys({
    j: () => step(1),
    k: () => step(-1),
    o: () =>
      runOnCurrent(({ id }) => {
        useLatest.setState({ current: id });
        navigate(linkToThread(id));
      }),
    m: () =>
      runOnCurrent((row) => {
        markRead(row);
        announce(texts.marked(row.title));
      }),
    r: reload,
    '?': openHelp,
  });
}

function findCurrentId(listElement: HTMLElement | null): number | null {
  const line = document.activeElement?.closest('li');
  const link = line && listElement?.contains(line) ? line.querySelector<HTMLElement>('[data-thread]') : null;
  return link ? Number(link.dataset['thread']) : useLatest.getState().current;
}

const findLink = (listElement: HTMLElement | null, id: number) =>
  listElement?.querySelector<HTMLElement>(`[data-thread="${id}"]`) ?? null;

/** Marks only the posts that the row counts as read so that a later reply stays unread. */
function markRead({ id, pos, reply_count, last_post_at }: ThreadSummary): void {
  setRead(id, { unread: false, order: pos, seen: reply_count, at: last_post_at });
  writeRead(id, pos);
}
