import { Button } from '../button.js';
import styles from './live-list.module.css';
import { texts } from './texts.js';

/** What came since the list was loaded waits for the reader, who asks for it here; null: nothing came. */
export function WaitingPill({ label, show }: { label: string | null; show: () => void }) {
  return (
    <div role="status" className={`grid ${styles['pill']}`}>
      {label !== null && (
        <Button kind="primary" onClick={show}>
          {label}
        </Button>
      )}
    </div>
  );
}

interface UpdatesPillProps {
  list: { updates: number; show: () => void };
}

/** The updates of a list that is held, until the reader asks for them or leaves the list. */
export function UpdatesPill({ list: { updates, show } }: UpdatesPillProps) {
  return <WaitingPill label={updates > 0 ? texts.updates(updates) : null} show={show} />;
}

/** The room of a row that is gone from a held list. */
export function BlankRow({ as: Element = 'li' }: { as?: 'li' | 'div' | 'tr' }) {
  return (
    <Element className={styles['blank']} tabIndex={-1} data-blank>
      {Element === 'tr' && <td colSpan={99} />}
    </Element>
  );
}
