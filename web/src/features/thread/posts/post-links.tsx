import { Link } from 'react-router-dom';
import { noMembers } from '../../../shared/state/members.js';
import { linkTo, linkToPost } from '../../../shared/paths.js';
import { useSession } from '../../../shared/state/session.js';
import { showToast } from '../../../shared/toast.js';
import { IconButton, iconButtonClass } from '../../../ui/icon-button.js';
import { Icon } from '../../../ui/icon.js';
import { useThread } from '../state/store.js';
import { texts } from '../state/texts.js';

interface PostLinksProps {
  kind: 'post' | 'thread';
  row: { id: number; user_id: number; username: string };
}

/** The address of a post, and the link to report it. */
export function PostLinks({ kind, row }: PostLinksProps) {
  const threadId = useThread((state) => state.threadId ?? 0);
  const userId = useSession((state) => state.user?.id);
  const copy = async () => {
    const address = location.origin + linkToPost(threadId, row.id);
    const done = await navigator.clipboard.writeText(address).then(
      () => true,
      () => false,
    );
    showToast(done ? texts.linkCopied : texts.linkNotCopied(address));
  };
  return (
    <>
      <IconButton icon="link" label={texts.copyLink(row.username)} tip={texts.link} onClick={() => void copy()} />
      {userId !== undefined && userId !== row.user_id && (
        <Link
          className={iconButtonClass}
          to={linkToReport(kind, threadId, row)}
          aria-label={texts.reportPost(row.username)}
          data-tip={texts.report}
        >
          <Icon name="flag" />
        </Link>
      )}
    </>
  );
}

/** The report page reads its subject from the address. */
function linkToReport(kind: 'post' | 'thread', threadId: number, { id, username }: PostLinksProps['row']): string {
  const about = new URLSearchParams({ thread: String(threadId) });
  if (kind === 'post') about.set('post', String(id));
  if (username !== noMembers) about.set('player', username);
  return `${linkTo('reportPlayer')}?${about}`;
}
