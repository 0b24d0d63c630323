import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { useState, type ReactNode } from 'react';
import { createLazyComponent, type LazyProps } from '../../../shared/lazy.js';
import { texts as shared } from '../../../shared/texts.js';
import { showError } from '../../../shared/toast.js';
import { Button } from '../../../ui/button.js';
import { texts } from '../state/texts.js';
import { useRights } from '../state/use-rights.js';
import { ManageName } from './manage-name.js';

const ReplyMenu = createLazyComponent(() => import('../lazy-parts.js'), 'ReplyMenu');
const ThreadMenu = createLazyComponent(() => import('../lazy-parts.js'), 'ThreadMenu');

export function ManageReply({ row, edit }: { row: PostRow; edit: () => void }) {
  const { may, mayToggleSolution } = useRights();
  if (!mayToggleSolution(row.id) && !may('edit-reply', row.user_id) && !may('delete-reply', row.user_id)) return null;
  return <Manage name={texts.manageReply} renderMenu={(on) => <ReplyMenu row={row} edit={edit} {...on} />} />;
}

export function ManageThread({ thread, edit }: { thread: ThreadRow; edit: () => void }) {
  const { may } = useRights();
  const canManage = may('edit-thread', thread.user_id) || may('lock-thread') || may('stick-thread');
  if (!canManage) return null;
  return <Manage name={texts.manageThread} renderMenu={(on) => <ThreadMenu thread={thread} edit={edit} {...on} />} />;
}

function Manage({ name, renderMenu }: { name: string; renderMenu: (on: LazyProps) => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const button = (
    <Button
      kind="quiet"
      aria-haspopup="menu"
      onPointerEnter={ReplyMenu.preload}
      onFocus={ReplyMenu.preload}
      onClick={() => setIsOpen(true)}
    >
      <ManageName name={name} />
    </Button>
  );
  const onLoadError = () => {
    setIsOpen(false);
    showError(shared.loadFailed);
  };
  return isOpen ? renderMenu({ fallback: button, onUnfetched: onLoadError }) : button;
}
