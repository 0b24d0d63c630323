import { Button } from '../button.js';
import styles from './live-list.module.css';
import { texts } from './texts.js';

/** Shows updates that wait until the reader requests them; `label` is null without any. */
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

export function UpdatesPill({ list: { updates, show } }: UpdatesPillProps) {
  return <WaitingPill label={updates > 0 ? texts.updates(updates) : null} show={show} />;
}

/** Occupies the space of a row that is gone from a held list. */
export function BlankRow({ as: Element = 'li' }: { as?: 'li' | 'div' | 'tr' }) {
  return (
    <Element className={styles['blank']} tabIndex={-1} data-blank>
      {Element === 'tr' && <td colSpan={99} />}
    </Element>
  );
}
