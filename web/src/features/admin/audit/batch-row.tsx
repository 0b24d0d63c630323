import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { useState, type ReactNode } from 'react';
import { useResponse } from '../../../queries/use-response.js';
import { Button } from '../../../ui/button.js';
import { Icon } from '../../../ui/icon.js';
import { MemberName } from '../../../ui/member.js';
import { When } from '../../../ui/time/when.js';
import styles from './audit.module.css';
import { getBatchKey, summarizeBatch, type Batch } from './batches.js';
import { Changes } from './changes-list.js';
import { texts } from './texts.js';

interface BatchRowProps {
  batch: Batch;
  /** True if only some of the entries are loaded. */
  isPartial: boolean;
  undoBatch: (batch: Batch, button: HTMLElement) => void;
  children: (row: AuditRow) => ReactNode;
}

export function BatchRow({ batch, isPartial, undoBatch, children }: BatchRowProps) {
  const [open, setOpen] = useState(false);
  const address = open && isPartial ? `/admin/audit?batch=${getBatchKey(batch)}&limit=200` : null;
  const { body: all } = useResponse<AuditRow[]>(address);
  const [newest] = batch;
  const { action, subjects, change, reason, undoable, undone } = summarizeBatch(batch);
  const parts = texts.batch.parts(batch.length, isPartial);
  return (
    <>
      <tr className={undone === batch.length ? styles['undoneRow'] : undefined}>
        <th scope="row" className={styles['timeCell']}>
          <When at={newest.at} short />
        </th>
        <td className={styles['actorCell']}>{newest.actor && <MemberName name={newest.actor.username} />}</td>
        <td className={styles['action']}>{action}</td>
        <td className={styles['subject']}>
          <button
            type="button"
            className={`bare target gap-4 semibold hover-overlay ${styles['toggle']}`}
            aria-expanded={open}
            aria-label={`${parts}: ${action}`}
            onClick={() => setOpen(!open)}
          >
            <Icon name="right" size={16} />
            {parts}
          </button>
          <p className="hint" dir="auto">
            {subjects}
          </p>
        </td>
        <td className={styles['changeCell']}>
          {change && <Changes before={change.before} after={change.after} />}
          {reason !== null && (
            <p className="text-13 color-muted" dir="auto">
              “{reason}”
            </p>
          )}
        </td>
        <td className={styles['undoCell']}>
          {undoable > 0 && (
            <Button
              aria-haspopup="dialog"
              aria-label={texts.batch.undoNameOf(action, parts)}
              onClick={(event) => undoBatch(batch, event.currentTarget)}
            >
              {texts.batch.undo}
            </Button>
          )}
          {undone > 0 && <p className="hint nowrap">{texts.batch.undone(undone, batch.length)}</p>}
        </td>
      </tr>
      {open && ((isPartial && all) || batch).map(children)}
    </>
  );
}
