import { texts as shared } from '../../../shared/texts.js';
import { Button } from '../../../ui/button.js';
import { texts } from '../texts.js';
import styles from './list.module.css';

/** What came since the list was loaded waits for the reader, who asks for it here; null: nothing came. */
export function WaitingPill({ words, show }: { words: string | null; show: () => void }) {
  return (
    <div role="status" className={styles['pill']}>
      {words !== null && (
        <Button kind="primary" onClick={show}>
          {words}
        </Button>
      )}
    </div>
  );
}

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
