import { texts as shared } from '../../shared/texts.js';
import { Button } from '../button.js';

interface MoreRowsProps {
  /** Address of the next page; null after the last one. */
  next: string | null;
  loadingMore: boolean;
  more: () => Promise<void>;
  label: string;
}

export function MoreRows({ next, loadingMore, more, label }: MoreRowsProps) {
  if (next === null) return null;
  return (
    <div className="more">
      <Button onClick={() => void more()} aria-disabled={loadingMore}>
        {loadingMore ? shared.loading : label}
      </Button>
    </div>
  );
}
