import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { can } from '@guildhall/domain/permissions.js';
import type { MouseEvent } from 'react';
import { linkTo } from '../../../../shared/paths.js';
import { Link } from '../../../../shared/router.js';
import { useActor } from '../../../../shared/state/session.js';
import { getButtonClass } from '../../../../ui/button.js';
import { MenuButton, type MenuAction } from '../../../../ui/page/menu-button.js';
import styles from '../users.module.css';
import type { OpenedAction } from './people-action.js';
import { isAvailable, type UserActionKind } from './rights.js';
import { texts } from '../texts.js';

const pages = { ban: 'adminBan', unban: 'adminBan', delete: 'adminDelete', role: 'adminRole' } as const;

interface ActionsProps {
  row: AccountRow;
  open: (action: OpenedAction) => void;
}

export function ActionLinks({ row, open }: ActionsProps) {
  const actor = useActor();
  const kinds: UserActionKind[] = [row.banned ? 'unban' : 'ban', 'delete', 'role'];
  return (
    <span className={`flex align-center ${styles['actions']}`}>
      {kinds
        .filter((kind) => isAvailable(actor, kind, row))
        .map((kind) => (
          <ActionLink
            key={kind === 'unban' ? 'ban' : kind}
            {...{ kind, row, open }}
            className={`target text-14 no-underline rounded hover-overlay ${kind === 'delete' ? 'color-danger' : 'color-text'} ${styles['action']}`}
          />
        ))}
    </span>
  );
}

export function ActionButtons({ row, open }: ActionsProps) {
  const actor = useActor();
  const { username } = row;
  const kinds: UserActionKind[] = ['role', row.banned ? 'unban' : 'ban'];
  const actions: MenuAction[] = [{ name: texts.profile, to: linkTo('profile', { username }) }];
  if (can(actor, 'view-audit'))
    actions.push({ name: texts.inAudit, to: `${linkTo('adminAudit')}?target=${encodeURIComponent(username)}` });
  if (isAvailable(actor, 'delete', row)) {
    const run: MenuAction['run'] = (back) => open({ kind: 'delete', people: [row], back });
    actions.push({ name: texts.delete, isDangerous: true, run });
  }
  return (
    <>
      {kinds
        .filter((kind) => isAvailable(actor, kind, row))
        .map((kind) => (
          <ActionLink key={kind} {...{ kind, row, open }} className={getButtonClass('secondary')} />
        ))}
      <MenuButton name={texts.actionsFor(texts.more, username)} tip={texts.more} actions={actions} />
    </>
  );
}

interface ActionLinkProps extends ActionsProps {
  kind: UserActionKind;
  className: string;
}

/** A plain click opens the action over the current page. The link also works as a page of its own. */
function ActionLink({ kind, row, open, className }: ActionLinkProps) {
  return (
    <Link
      to={linkTo(pages[kind], { id: String(row.id) })}
      className={className}
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
  );
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
