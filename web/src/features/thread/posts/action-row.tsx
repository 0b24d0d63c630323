import type { ThreadActionRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { actionSigns } from '../../../ui/emoji/drawn.js';
import { Emoji } from '../../../ui/emoji/emoji.js';
import { Ago } from '../../../ui/time/ago.js';
import { AuthorName } from '../../../ui/user-card/author-link.js';
import { texts, type ActionText } from '../state/texts.js';
import styles from './posts.module.css';

/** An action on the thread, in its place between the replies. */
export function ActionRow({ act }: { act: ThreadActionRow }) {
  return (
    <li className={`border-bottom ${styles['act']}`}>
      <span>
        <Emoji sprite="actions" name={act.kind} character={actionSigns[act.kind]} />
      </span>
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
