import type { BookmarkRow } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { useEffect, useState } from 'react';
import type { ListKind } from '../../queries/pages.js';
import { usePagedList } from '../../queries/use-paged-list.js';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { endReminder } from '../../shared/notifications/store.js';
import { linkToPost, linkToThread } from '../../shared/paths.js';
import { bookmarkChanges } from '../../shared/state/own-changes.js';
import { showError } from '../../shared/toast.js';
import { removeBookmark } from '../../ui/bookmarks/bookmark-calls.js';
import { BookmarkDialog } from '../../ui/bookmarks/bookmark-dialog.js';
import { texts as ofBookmarks } from '../../ui/bookmarks/texts.js';
import { Button } from '../../ui/button.js';
import { PagedRows } from '../../ui/live-list/paged-rows.js';
import { PostEntry } from '../../ui/live-list/post-entry.js';
import { NextSteps } from '../../ui/page/lazy-next-steps.js';
import { When } from '../../ui/time/when.js';
import { texts } from './texts.js';

const getKey = ({ kind, id }: BookmarkRow): string => `${kind} ${id}`;
const bookmarks: ListKind<BookmarkRow, BookmarkRow[]> = { getRows: (rows) => rows, getKey, size: 30, most: 100 };
const { bookmarks: words } = texts;

export function BookmarksPart() {
  const list = usePagedList(bookmarks, '/bookmarks');
  const { reload } = list;
  useEffect(() => bookmarkChanges.add(() => void reload()), [reload]);
  const [editedBookmark, setEdited] = useState<BookmarkRow | null>(null);
  return (
    <section aria-label={texts.parts.bookmarks} aria-busy={list.status === 'loading'}>
      <PagedRows
        {...{ list, getKey, rowHeight: 84 }}
        none={words.none}
        suggestions={<NextSteps />}
        moreLabel={texts.more}
      >
        {(row) => <Entry row={row} edit={() => setEdited(row)} />}
      </PagedRows>
      {editedBookmark && (
        <BookmarkDialog target={editedBookmark} bookmark={editedBookmark} close={() => setEdited(null)} />
      )}
    </section>
  );
}

function Entry({ row, edit }: { row: BookmarkRow; edit: () => void }) {
  const { kind, id, thread_id, title, content, note, remind_at, created_at } = row;
  const { run } = useMutation(ofBookmarks.notRemoved, { onFailed: showError });
  const remove = () => void run(row, (key) => removeBookmark(row, key, title !== null));
  const name = title ?? words.gone;
  const address = kind === 'post' ? linkToPost(thread_id, id) : linkToThread(thread_id);
  const isDue = remind_at !== null && new Date(remind_at) <= new Date();
  return (
    <PostEntry
      to={title === null ? null : address}
      title={name}
      preview={title === null ? words.goneBody : (content ?? '')}
      open={() => isDue && void endReminder(row)}
      actions={
        <>
          {title !== null && (
            <Button kind="quiet" aria-haspopup="dialog" aria-label={words.editOf(title)} onClick={edit}>
              {words.edit}
            </Button>
          )}
          <Button kind="quiet" aria-label={title === null ? words.removeGone : words.removeOf(title)} onClick={remove}>
            {words.remove}
          </Button>
        </>
      }
    >
      {note !== '' && (
        <p className="break-anywhere color-text" dir="auto">
          {note}
        </p>
      )}
      <p>
        {kind === 'post' ? words.post : words.thread} · <When at={created_at} />
        {remind_at !== null && (
          <>
            {' · '}
            {words.reminder} <When at={remind_at} />
          </>
        )}
      </p>
    </PostEntry>
  );
}
