import { texts as shared } from '../../../shared/texts.js';
import { showError } from '../../../shared/toast.js';
import { IconButton } from '../../../ui/icon-button.js';
import { texts } from '../state/texts.js';
import { useRights } from '../state/use-rights.js';

const loadQuote = () => import('../composer/quote.js');

/** Quotes the selected part of the post, else the whole of it, for anyone who may reply. */
export function QuotePost({ id, name }: { id: number; name: string }) {
  const { may } = useRights();
  if (!may('reply')) return null;
  const quote = () =>
    void loadQuote().then(
      (file) => file.quoteFrom(id),
      () => showError(shared.loadFailed),
    );
  return (
    <IconButton
      icon="quote"
      label={texts.quoteBy(name)}
      tip={texts.quote}
      // Pressing it must not clear the selection.
      onPointerDown={(event) => event.preventDefault()}
      onClick={quote}
    />
  );
}
