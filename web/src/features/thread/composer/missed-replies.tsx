import { useState } from 'react';
import { useSession } from '../../../shared/state/session.js';
import { Button } from '../../../ui/button.js';
import { goToPost } from '../navigation/go-to-post.js';
import { sortPosts, findNewestOrder, useThread } from '../state/store.js';
import { texts } from './texts.js';
import styles from './composer.module.css';

export function useMissedReplies() {
  const [since, setSince] = useState<string | null>(null);
  const byId = useThread((state) => state.byId);
  const unseen = useThread((state) => state.unseen);
  const userId = useSession((state) => state.user?.id);
  const hasMissedReplies = since !== null && findNewestOrder(byId) > since;
  const firstReply = hasMissedReplies
    ? sortPosts(byId).find((row) => row.order > since && row.user_id !== userId && unseen.includes(row.id))
    : undefined;
  return {
    /** The first reply by another member that arrived out of view while the author was writing. */
    firstId: firstReply?.id ?? null,
    noteText(before: string, after: string) {
      if (after === '') setSince(null);
      else if (before === '' || since === null) setSince(findNewestOrder(useThread.getState().byId));
    },
    markSeen: () => setSince(findNewestOrder(useThread.getState().byId)),
  };
}

export function MissedNote({ firstId, markSeen }: { firstId: number; markSeen: () => void }) {
  const show = () => {
    void goToPost(firstId);
    markSeen();
  };
  return (
    <p className={`row border-top text-14 color-link ${styles['missedReplies']}`} role="status">
      {texts.missed}
      <Button kind="quiet" onClick={show}>
        {texts.showMissed}
      </Button>
    </p>
  );
}
