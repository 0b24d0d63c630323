import type { ThreadActKind } from '@guildhall/domain/wire/kinds.js';
import type { ThreadActRow } from '@guildhall/domain/wire/schemas/threads.js';
import { When } from '../../../ui/when.js';
import { AuthorName } from '../../user-card/author-link.js';
import { texts } from '../state/texts.js';
import styles from './posts.module.css';

const signs: Record<ThreadActKind, string> = {
  locked: '🔒',
  unlocked: '🔓',
  pinned: '📌',
  unpinned: '📌',
  moved: '📂',
  renamed: '🏷️',
};

/** Something that was done to the thread, in its place between the replies. */
export function ActionRow({ act }: { act: ThreadActRow }) {
  return (
    <li className={styles['act']}>
      <span aria-hidden="true">{signs[act.kind]}</span>
      <p>
        {act.by === null ? <strong>{texts.theSite}</strong> : <AuthorName name={act.by} />} {wordsOfAct(act)} ·{' '}
        <When at={act.at} />
      </p>
    </li>
  );
}

function wordsOfAct({ kind, from, to }: ThreadActRow): string {
  return kind === 'moved' ? texts.moved(from, to) : texts.acts[kind];
}
