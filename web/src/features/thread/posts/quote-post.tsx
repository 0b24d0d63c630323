import { texts as shared } from '../../../shared/texts.js';
import { showError } from '../../../shared/toast.js';
import { IconButton } from '../../../ui/icon-button.js';
import { texts } from '../state/texts.js';
import { openComposer } from '../composer/composer-text.js';
import { numberOf } from '../state/ordinals.js';
import { useThread } from '../state/store.js';
import { useRights } from '../state/use-rights.js';

/** Quotes the selected part of the post, or else all of it. */
export function QuotePost({ id, name }: { id: number; name: string }) {
  const { may } = useRights();
  if (!may('reply')) return null;
  return (
    <IconButton
      icon="quote"
      label={texts.quoteBy(name)}
      tip={texts.quote}
      onPointerEnter={preloadQuote}
      onFocus={preloadQuote}
      // Otherwise pressing the button would clear the selection.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => void quoteInComposer(id)}
    />
  );
}

interface ReplyToPostProps {
  row: { id: number; username: string; number?: number };
}

/** Opens the composer with the post as its target; for the opening text, the target is the thread itself. */
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

const loadQuote = () => import('../composer/quote.js');

/** Loads the quoting code when someone approaches the button. */
export const preloadQuote = () => void loadQuote().catch(() => {});

/** Loads the code that turns a selection into Markdown, then quotes. */
export async function quoteInComposer(postId: number): Promise<void> {
  try {
    const { quoteFrom } = await loadQuote();
    quoteFrom(postId);
    document.getSelection()?.removeAllRanges();
  } catch {
    showError(shared.loadFailed);
  }
}
