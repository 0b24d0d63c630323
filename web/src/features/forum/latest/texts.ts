import { isolateRightToLeft } from '@guildhall/domain/text/direction.js';
import { pages } from '@guildhall/domain/wire/pages.js';

export const texts = {
  title: pages.latest.title,
  intro: 'The latest threads from all forums.',
  threads: 'Threads',
  lists: 'Lists',
  tabs: { all: 'All', unread: 'Unread', watched: 'Watched', mine: 'Mine' },
  none: {
    all: 'Nothing has been posted yet.',
    unread: 'You have read everything.',
    watched: 'You are not watching any threads or sections yet.',
    mine: 'You have not started a thread yet.',
  },
  changed: (count: number) =>
    count === 1
      ? '1 thread has new posts. Show it at the top'
      : `${count} threads have new posts. Show them at the top`,
  reloaded: 'The list was reloaded.',
  reloadFailed: 'The list could not be reloaded.',
  marked: (title: string) => `“${isolateRightToLeft(title)}” is marked as read.`,
  keys: {
    title: 'Keyboard shortcuts',
    list: [
      ['J', 'Next thread'],
      ['K', 'Previous thread'],
      ['O', 'Open the thread'],
      ['M', 'Mark the thread as read'],
      ['R', 'Reload the list'],
      ['?', 'Show this list'],
    ],
    on: 'Single-key shortcuts',
    kept: 'Saved in this browser only.',
    close: 'Close',
  },
} as const;
