import type { ThreadActionKind } from '@guildhall/domain/wire/kinds.js';
import type { ThreadActionRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { Ago } from '../../../ui/time/ago.js';
import { AuthorName } from '../../user-card/author-link.js';
import { texts, type ActionText } from '../state/texts.js';
import styles from './posts.module.css';

const signs: Record<ThreadActionKind, string> = {
  locked: '🔒',
  unlocked: '🔓',
  pinned: '📌',
  unpinned: '📌',
  moved: '📂',
  renamed: '✏️',
  'prefix-set': '🏷️',
  'prefix-changed': '🏷️',
  'prefix-removed': '🏷️',
};

/** An action on the thread, in its place between the replies. */
export function ActionRow({ act }: { act: ThreadActionRow }) {
  return (
    <li className={styles['act']}>
      <span aria-hidden="true">{signs[act.kind]}</span>
      <p>
        {act.by === null ? <strong>{texts.theSite}</strong> : <AuthorName name={act.by} />} {actionText(act)} ·{' '}
        <Ago at={act.at} />
      </p>
    </li>
  );
}

function actionText({ kind, from, to }: ThreadActionRow): string {
  const text: ActionText = texts.acts[kind];
  return typeof text === 'string' ? text : text(from, to);
}
