import type { DeletedPostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { useId, useState } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { useSession } from '../../../shared/state/session.js';
import { Button } from '../../../ui/button.js';
import { Prose } from '../../../ui/prose.js';
import { TimeAgo } from '../../../ui/time/time-ago.js';
import { restoreReply } from '../state/open-thread.js';
import { texts } from '../state/texts.js';
import styles from './posts.module.css';
import { useRights } from '../state/use-rights.js';

export function DeletedStub({ row }: { row: DeletedPostRow }) {
  const [open, setOpen] = useState(false);
  const { fault, run } = useMutation(texts.notRestored);
  const isOwn = useSession((state) => state.user?.id === row.user_id);
  const { may } = useRights();
  const id = useId();
  const restore = () => void run(row.id, (key) => restoreReply(row.id, key));
  return (
    <li className={`border-bottom ${styles['stub']}`}>
      <div className={styles['stubLine']}>
        <p>
          {isOwn ? texts.ownDeleted : texts.deletedOf(row.username)}
          {row.deleted_by !== null && ` ${texts.deletedBy(row.deleted_by)}`}
          {row.deleted_at !== null && (
            <>
              {' · '}
              <span className="age">
                <TimeAgo at={row.deleted_at} />
              </span>
            </>
          )}
        </p>
        <Button kind="quiet" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {open ? texts.hide : texts.show}
        </Button>
        {may('restore-reply') && (
          <Button kind="quiet" onClick={restore}>
            {texts.restore}
          </Button>
        )}
      </div>
      {fault !== null && <p role="alert">{fault}</p>}
      <div id={id} hidden={!open} className={styles['stubText']}>
        {open && <Prose html={row.content_html} />}
      </div>
    </li>
  );
}
