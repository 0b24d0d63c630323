import { texts as shared } from '../../../shared/texts.js';
import { showError } from '../../../shared/toast.js';
import { IconButton } from '../../../ui/icon-button.js';
import { texts } from '../state/texts.js';
import { openComposer } from '../composer/composer-text.js';
import { numberOf } from '../state/ordinals.js';
import { useThread } from '../state/store.js';
import { useRights } from '../state/use-rights.js';

/** Quotes the selected part of the post, else the whole of it, for anyone who may reply. */
export function QuotePost({ id, name }: { id: number; name: string }) {
  const { may } = useRights();
  if (!may('reply')) return null;
  return (
    <IconButton
      icon="quote"
      label={texts.quoteBy(name)}
      tip={texts.quote}
      // Pressing it must not clear the selection.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => void quoteInComposer(id)}
    />
  );
}

interface ReplyToPostProps {
  row: { id: number; username: string; number?: number };
}

/** Opens the composer with the post as its target; the text that opens the thread is what every reply responds to. */
export function ReplyToPost({ row: { id, username, number } }: ReplyToPostProps) {
  const { may } = useRights();
  const threadId = useThread((state) => state.threadId ?? 0);
  if (!may('reply')) return null;
  const target = number === undefined ? null : { id, number: numberOf({ number }) };
  return (
    <IconButton
      icon="reply"
      label={texts.replyToPost(username)}
      tip={texts.reply}
      onClick={() => openComposer(threadId, target)}
    />
  );
}

/** Quotes a post or the selected part of it. The code that turns a selection into Markdown is fetched for it. */
export async function quoteInComposer(postId: number): Promise<void> {
  try {
    const { quoteFrom } = await import('../composer/quote.js');
    quoteFrom(postId);
  } catch {
    showError(shared.loadFailed);
  }
}
