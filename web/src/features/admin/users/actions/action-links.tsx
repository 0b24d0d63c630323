import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import type { MouseEvent } from 'react';
import { linkTo } from '../../../../shared/paths.js';
import { Link } from '../../../../shared/router.js';
import { useActor } from '../../../../shared/state/session.js';
import styles from '../users.module.css';
import type { OpenedAction } from './people-action.js';
import { isAvailable, type UserActionKind } from './rights.js';
import { texts } from '../texts.js';

const pages = { ban: 'adminBan', unban: 'adminBan', delete: 'adminDelete', role: 'adminRole' } as const;

/** A plain click opens the action over the current page; the link also works as a separate page. */
export function ActionLinks({ row, open }: { row: AccountRow; open: (action: OpenedAction) => void }) {
  const actor = useActor();
  const kinds: UserActionKind[] = [row.banned ? 'unban' : 'ban', 'delete', 'role'];
  const id = String(row.id);
  return (
    <span className={`flex align-center ${styles['actions']}`}>
      {kinds
        .filter((kind) => isAvailable(actor, kind, row))
        .map((kind) => (
          <Link
            key={kind === 'unban' ? 'ban' : kind}
            to={linkTo(pages[kind], { id })}
            className={`target text-14 no-underline rounded hover-overlay ${kind === 'delete' ? 'color-danger' : 'color-text'} ${styles['action']}`}
            aria-label={texts.actionsFor(texts[kind], row.username)}
            aria-haspopup="dialog"
            onClick={(event) => {
              if (!isPlain(event)) return;
              event.preventDefault();
              open({ kind, people: [row] });
            }}
          >
            {texts[kind]}
          </Link>
        ))}
    </span>
  );
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
