import { Button } from '../../shared/ui/button.js';
import { quotePost } from './quote.js';
import { selectedPiece } from './selected-piece.js';
import { texts } from './texts.js';
import { useRights } from './use-rights.js';

/** Quotes what is selected in the post, else the whole of it, for whoever may reply. */
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
