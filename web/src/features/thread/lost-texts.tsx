import { useLayoutEffect } from 'react';
import { releasePointer } from '../../shared/browser/still-pointer.js';
import { linkTo } from '../../shared/paths.js';
import { useSession } from '../../shared/state/session.js';
import { ButtonLink } from '../../ui/button.js';
import { LostDrafts, LostText } from '../../ui/editor/copy-text.js';
import { NextSteps } from '../../ui/page/lazy-next-steps.js';
import { removePending, useOutbox } from './state/pending-replies.js';
import { useThread } from './state/store.js';
import { texts } from './state/texts.js';

export function LostTexts({ threadId }: { threadId: number }) {
  const userId = useSession((state) => state.user?.id);
  const outbox = useOutbox((state) => state.entries);
  const unsent = outbox.filter(
    (entry) => entry.threadId === threadId && entry.userId === userId && entry.state !== 'sent',
  );
  return (
    <>
      {unsent.map(({ id, content }) => (
        <LostText key={id} text={content} discard={() => removePending([id])} />
      ))}
      <LostDrafts names={[`thread.${threadId}`, `edit.${threadId}`]} />
    </>
  );
}

export function ThreadGone({ threadId }: { threadId: number }) {
  const isDeleted = useThread((state) => state.deleted);
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
    releasePointer();
  }, []);
  return (
    <div className="gone">
      <h1>{texts.gone}</h1>
      <p>{isDeleted ? texts.deletedBody : texts.goneBody}</p>
      <LostTexts threadId={threadId} />
      <ButtonLink kind="primary" to={linkTo('forums')}>
        {texts.toForums}
      </ButtonLink>
      <NextSteps />
    </div>
  );
}
