import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { Button } from '../../../ui/button.js';
import { texts } from '../../../ui/notifications/texts.js';
import styles from './posts.module.css';

/** In place of a reply of a member whom the reader ignores. */
export function FoldedReply({ row, show }: { row: PostRow; show: () => void }) {
  return (
    <li
      id={`post-${row.id}`}
      className={`border-bottom ${styles['stub']}`}
      tabIndex={-1}
      data-order={row.order}
      data-at={row.created_at}
    >
      <div className={styles['stubLine']}>
        <p>{texts.ignore.folded(row.username)}</p>
        <Button kind="quiet" onClick={show}>
          {texts.ignore.show}
        </Button>
      </div>
    </li>
  );
}
