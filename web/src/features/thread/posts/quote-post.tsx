import { Button } from '../../../ui/button.js';
import { quotePost } from '../composer/quote.js';
import { selectedPiece } from '../composer/selected-piece.js';
import { texts } from '../state/texts.js';
import { useRights } from '../state/use-rights.js';

/** Quotes the selected part of the post, else the whole of it, for anyone who may reply. */
export function QuotePost({ id, name }: { id: number; name: string }) {
  const { may } = useRights();
  if (!may('reply')) return null;
  const quote = () => {
    const piece = selectedPiece();
    quotePost(id, piece?.postId === id ? piece.text : null);
  };
  return (
    <Button kind="quiet" aria-label={texts.quoteBy(name)} onPointerDown={(e) => e.preventDefault()} onClick={quote}>
      {texts.quote}
    </Button>
  );
}
