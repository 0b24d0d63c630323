import { can } from '@guildhall/domain/permissions.js';
import { useRef, useState } from 'react';
import { formatDateAndTime } from '../../../shared/dates.js';
import { createLazyComponent } from '../../../shared/lazy.js';
import { useActor } from '../../../shared/state/session.js';
import { texts } from '../state/texts.js';
import styles from './edited-mark.module.css';

const HistoryDialog = createLazyComponent(() => import('../lazy-parts.js'), 'HistoryDialog');

interface EditedMarkProps {
  kind: 'post' | 'thread';
  row: { id: number; user_id: number; edited_at: string | null };
}

export function EditedMark({ kind, row }: EditedMarkProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const actor = useActor();
  if (row.edited_at === null) return null;
  const title = formatDateAndTime(new Date(row.edited_at));
  if (actor.userId !== row.user_id && !can(actor, 'view-edit-history')) {
    return <span title={title}> · {texts.edited}</span>;
  }
  return (
    <>
      {' · '}
      <button
        ref={button}
        type="button"
        className={`color-inherit touch-target ${styles['editedMark']}`}
        title={title}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {texts.edited}
      </button>
      {open && <HistoryDialog kind={kind} id={row.id} close={() => setOpen(false)} back={button} />}
    </>
  );
}
