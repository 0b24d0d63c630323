import { texts as shared } from '../../../shared/texts.js';
import { showError } from '../../../shared/toast.js';
import { IconButton } from '../../../ui/icon-button.js';
import { texts } from '../state/texts.js';
import { insertIntoComposer } from '../composer/composer-text.js';
import { useThread } from '../state/store.js';

/** `number` is null for the opening post because replies to it are replies to the thread. */
export function ReplyButtons({ row, number }: { row: { id: number; username: string }; number: number | null }) {
  const threadId = useThread((state) => state.threadId ?? 0);
  const { id, username } = row;
  return (
    <>
      <IconButton
        icon="reply"
        label={texts.replyToPost(username)}
        tip={texts.reply}
        onClick={() => insertIntoComposer({ threadId, replyTo: number === null ? null : { id, number } })}
      />
      <IconButton icon="quote" label={texts.quoteBy(username)} tip={texts.quote} {...quoteHandlers(id)} />
    </>
  );
}

const loadQuote = () => import('../composer/quote.js');
const preloadQuote = () => void loadQuote().catch(() => {});

export const quoteHandlers = (postId: number) => ({
  onPointerEnter: preloadQuote,
  onFocus: preloadQuote,
  // Without this, pressing the button would clear the selection.
  onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault(),
  onClick: () => void quoteInComposer(postId),
});

async function quoteInComposer(postId: number): Promise<void> {
  try {
    const { quoteFrom } = await loadQuote();
    quoteFrom(postId);
  } catch {
    showError(shared.loadFailed);
  }
}
