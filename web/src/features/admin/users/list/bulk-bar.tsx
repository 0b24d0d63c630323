import { limits } from '@guildhall/domain/limits.js';
import { useActor } from '../../../../shared/state/session.js';
import { Button } from '../../../../ui/button.js';
import styles from '../shared/admin-users.module.css';
import type { SelectedUsers } from './list-props.js';
import type { OpenedAction } from '../actions/people-dialog.js';
import { isAvailable, type UserActionKind } from '../shared/rights.js';
import { texts } from '../shared/texts.js';

interface BulkBarProps {
  chosen: SelectedUsers;
  clear: () => void;
  open: (action: OpenedAction) => void;
}

const kinds: UserActionKind[] = ['ban', 'unban', 'role', 'delete'];

/** The actions on all who are chosen; it stays in view while the person scrolls through the table. */
export function BulkBar({ chosen, clear, open }: BulkBarProps) {
  const actor = useActor();
  if (chosen.size === 0) return null;
  const tooMany = chosen.size > limits.bulk;
  const people = [...chosen.values()];
  return (
    <div
      className={`row floating gap-8-16 spread padding-12 margin-top-12 ${styles['bulk']}`}
      role="group"
      aria-label={texts.chosenLabel}
    >
      <p role="status" className="numbers">
        {texts.chosen(chosen.size)}
        {tooMany && ` · ${texts.atMost(limits.bulk)}`}
      </p>
      <Button kind="quiet" onClick={clear}>
        {texts.clearChoice}
      </Button>
      <div className={`flow gap-8 justify-end ${styles['bulkActs']}`}>
        {kinds
          .filter((kind) => isAvailable(actor, kind))
          .map((kind) => (
            <Button
              key={kind}
              kind={kind === 'delete' ? 'danger' : 'secondary'}
              aria-disabled={tooMany}
              onClick={() => !tooMany && open({ kind, people })}
            >
              {texts[kind]}
            </Button>
          ))}
      </div>
    </div>
  );
}
