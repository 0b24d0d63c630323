import { texts as shared } from '../../../shared/texts.js';
import { Button } from '../../../ui/button.js';
import { texts } from '../texts.js';

interface MoreThreadsProps {
  /** Address of the next page; null after the last one. */
  next: string | null;
  isLoading: boolean;
  load: () => Promise<void>;
}

export function MoreThreads({ next, isLoading, load }: MoreThreadsProps) {
  if (next === null) return null;
  return (
    <div className="more">
      <Button onClick={() => void load()} aria-disabled={isLoading}>
        {isLoading ? shared.loading : texts.more}
      </Button>
    </div>
  );
}
