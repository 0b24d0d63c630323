import { useSession } from '../../shared/state/session.js';
import { LostDrafts, LostText } from '../../ui/editor/copy-text.js';
import { removePending, useOutbox } from './state/outbox.js';

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
