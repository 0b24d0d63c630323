import { isolateRightToLeft } from '@guildhall/domain/text/direction.js';
import { texts as shared } from '../../../shared/texts.js';

const { threads } = shared.places;
const results = {
  lock: ['locked', 'already locked'],
  unlock: ['unlocked', 'not locked'],
  stick: ['pinned', 'already pinned'],
  unstick: ['unpinned', 'not pinned'],
  move: ['moved', 'already there'],
  delete: ['deleted', 'already deleted'],
  restore: ['restored', 'not deleted'],
} as const;
export type BulkAction = keyof typeof results;

function formatResult(
  action: BulkAction,
  changedCount: number,
  unchangedCount: number,
  failedCount: number,
  place?: string,
): string {
  const [done, already] = results[action];
  const was = unchangedCount === 1 ? 'was' : 'were';
  const parts = [
    changedCount > 0 &&
      `${threads(changedCount)} ${done}${place === undefined ? '' : ` to ${isolateRightToLeft(place)}`}`,
    unchangedCount > 0 && `${changedCount > 0 ? unchangedCount : threads(unchangedCount)} ${was} ${already}`,
    failedCount > 0 && `${changedCount + unchangedCount > 0 ? failedCount : threads(failedCount)} failed`,
  ];
  return `${parts.filter((part) => part !== false).join(', ')}.`;
}

export const texts = {
  bar: 'Selected threads',
  selectThread: (title: string) => `Select “${isolateRightToLeft(title)}”`,
  selectAll: 'Select all on this page',
  selected: (count: number) => (count === 0 ? 'None selected' : `${count} selected`),
  atMost: (count: number) => `At most ${count} at a time`,
  end: 'Done',
  actions: {
    lock: 'Lock',
    unlock: 'Unlock',
    stick: 'Pin',
    unstick: 'Unpin',
    move: 'Move to…',
    delete: 'Delete',
    restore: 'Restore',
  },
  result: formatResult,
  failed: 'This could not be changed. Please try again.',
  allFailed: 'The threads could not be changed. Please try again.',
  fault: (title: string, message: string) => `“${isolateRightToLeft(title)}”: ${message}`,
  undo: 'Undo',
  undone: (action: string) => `Undone: ${action}`,
  undoFailed: 'This could not be undone. Please try again.',
  partlyUndone: (done: number, faults: readonly string[]) =>
    [
      `${threads(done)} undone.`,
      ...faults.slice(0, 3),
      ...(faults.length > 3 ? [`And ${faults.length - 3} more.`] : []),
    ].join(' '),
  tryAgain: 'Try again',
  deleteTitle: (count: number) => `Delete ${threads(count)}?`,
  deleteBody: 'They and their replies will be hidden from everyone. Staff can restore them.',
  lockWithReason: 'Lock with a reason…',
  lockTitle: (count: number) => `Lock ${threads(count)}`,
  locking: 'Locking…',
  moveTitle: (count: number) => `Move ${threads(count)}`,
  moveBody: 'Replies and links stay the same.',
  deletedThreads: 'Deleted threads',
  noneDeleted: 'No deleted threads here.',
  deletedBy: (name: string) => `Deleted by ${name}`,
  deletedBySite: 'Deleted',
  by: (name: string) => `by ${name}`,
  restoreThread: (title: string) => `Restore “${isolateRightToLeft(title)}”`,
  more: 'Show more threads',
} as const;
