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
      onPointerEnter={preloadQuote}
      onFocus={preloadQuote}
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

const loadQuote = () => import('../composer/quote.js');

/** Fetches the code of a quote where someone comes near it. */
export const preloadQuote = () => void loadQuote().catch(() => {});

/** Quotes a post or the selected part of it. The code that turns a selection into Markdown is fetched for it. */
export async function quoteInComposer(postId: number): Promise<void> {
  try {
    const { quoteFrom } = await loadQuote();
    quoteFrom(postId);
    document.getSelection()?.removeAllRanges();
  } catch {
    showError(shared.loadFailed);
  }
}
