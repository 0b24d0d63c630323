import { can } from '@guildhall/domain/permissions.js';
import { useState, type RefObject } from 'react';
import { lazyComponent } from '../../../../shared/lazy.js';
import { useActor } from '../../../../shared/state/session.js';
import { showUndoToast } from '../../../../shared/undo-toast.js';
import { Button } from '../../../../ui/button.js';
import { useProfile } from '../state/store.js';
import { texts } from '../state/texts.js';
import { remove, restore } from '../state/actions.js';

const WallRemoval = lazyComponent(() => import('./wall-removal.js').then((file) => file.WallRemoval));

interface DeleteButtonProps {
  id: number;
  /** The post that this text replies to; null for a wall post. */
  parentId: number | null;
  title: string;
  body: string;
  /** Receives the focus when the button is removed with the deleted text. */
  back: RefObject<HTMLElement | null>;
}

/** Asks for confirmation before deleting. The dialog's code is preloaded on hover or focus. */
export function DeleteButton({ id, parentId, title, body, back }: DeleteButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const username = useProfile((state) => state.username ?? '');
  const canRestore = can(useActor(), 'moderate-walls');
  async function act(key: string) {
    await remove(id, parentId, key);
    back.current?.focus({ preventScroll: true });
    const undo = {
      run: (again: string) => restore(id, parentId, username, again),
      done: texts.restored,
      failed: texts.restoreFailed,
    };
    showUndoToast(parentId === null ? texts.postDeleted : texts.replyDeleted, canRestore ? undo : null);
  }
  return (
    <>
      <Button
        kind="quiet"
        aria-haspopup="dialog"
        onPointerEnter={WallRemoval.preload}
        onFocus={WallRemoval.preload}
        onClick={() => setIsOpen(true)}
      >
        {texts.delete}
      </Button>
      {isOpen && (
        <WallRemoval removal={{ title, body, failed: texts.deleteFailed, act }} close={() => setIsOpen(false)} />
      )}
    </>
  );
}
