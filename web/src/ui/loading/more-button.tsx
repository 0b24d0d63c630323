import { texts } from '../../shared/texts.js';
import { Button } from '../button.js';

interface MoreButtonProps {
  /** A list of `usePagedList`. */
  list: { next: string | null; loadingMore: boolean; more: () => Promise<void> };
  name: string;
}

/** Renders nothing after the last page. */
export function MoreButton({ list: { next, loadingMore, more }, name }: MoreButtonProps) {
  if (next === null) return null;
  return (
    <Button onClick={() => void more()} aria-disabled={loadingMore}>
      {loadingMore ? texts.loading : name}
    </Button>
  );
}
