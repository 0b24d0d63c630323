import { useState } from 'react';
import { copyText } from '../../../shared/clipboard.js';
import { createLazyComponent } from '../../../shared/lazy.js';
import { linkToPost } from '../../../shared/paths.js';
import { useSession } from '../../../shared/state/session.js';
import { showError, showToast } from '../../../shared/toast.js';
import { IconButton } from '../../../ui/icon-button.js';
import { useThread } from '../state/store.js';
import { texts } from '../state/texts.js';

const PostDialog = createLazyComponent(() => import('../lazy-parts.js'), 'PostDialog');

interface PostLinksProps {
  kind: 'post' | 'thread';
  row: { id: number; user_id: number; username: string };
}

export function PostLinks({ kind, row }: PostLinksProps) {
  const threadId = useThread((state) => state.threadId ?? 0);
  const userId = useSession((state) => state.user?.id);
  const isBookmarked = useThread(({ bookmarks }) => bookmarks.some(({ id }) => id === row.id));
  const [dialog, setDialog] = useState<'report' | 'bookmark' | null>(null);
  const copy = () => {
    const address = location.origin + linkToPost(threadId, row.id);
    void copyText(address).then(
      () => showToast(texts.linkCopied),
      () => showError(texts.linkNotCopied(address)),
    );
  };
  return (
    <>
      <IconButton icon="link" label={texts.copyLink(row.username)} tip={texts.link} onClick={copy} />
      {userId !== undefined && (
        <IconButton
          icon="bookmark"
          label={texts.bookmarkPost(row.username)}
          tip={texts.bookmark}
          aria-haspopup="dialog"
          aria-pressed={isBookmarked || undefined}
          onClick={() => setDialog('bookmark')}
        />
      )}
      {userId !== undefined && userId !== row.user_id && (
        <IconButton
          icon="flag"
          label={texts.reportPost(row.username)}
          tip={texts.report}
          aria-haspopup="dialog"
          onClick={() => setDialog('report')}
        />
      )}
      {dialog && <PostDialog {...{ dialog, kind }} id={row.id} username={row.username} close={() => setDialog(null)} />}
    </>
  );
}
