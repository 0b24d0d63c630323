import type { BookmarkTarget } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { BookmarkDialog } from '../../../ui/bookmarks/bookmark-dialog.js';
import { ReportDialog } from '../../../ui/reports/report-dialog.js';
import { useThread } from '../state/store.js';

interface PostDialogProps extends BookmarkTarget {
  username: string;
  dialog: 'report' | 'bookmark';
  close: () => void;
}

export function PostDialog({ dialog, kind, id, username, close }: PostDialogProps) {
  return dialog === 'report' ? (
    <ReportDialog subject={{ kind, id }} author={username} close={close} />
  ) : (
    <BookmarkOfPost {...{ kind, id, close }} />
  );
}

function BookmarkOfPost({ kind, id, close }: BookmarkTarget & { close: () => void }) {
  const bookmark = useThread(({ bookmarks }) => bookmarks.find((candidate) => candidate.id === id));
  return <BookmarkDialog target={{ kind, id }} bookmark={bookmark ?? null} close={close} />;
}
