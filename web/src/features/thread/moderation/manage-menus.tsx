import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { Menu } from '@base-ui/react/menu';
import { useRef, useState } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { linkTo } from '../../../shared/paths.js';
import { navigate } from '../../../shared/router.js';
import { useSession } from '../../../shared/state/session.js';
import { showUndoToast } from '../../../shared/undo-toast.js';
import { Alert } from '../../../ui/alert.js';
import { getButtonClass } from '../../../ui/button.js';
import { MoveDialog } from '../../../ui/dialog/move-dialog.js';
import { ReasonDialog } from '../../../ui/dialog/reason-dialog.js';
import { RemovalDialog, type Removal } from '../../../ui/dialog/removal-dialog.js';
import {
  markSolution,
  moveThread,
  removeReply,
  removeThread,
  restoreThread,
  setFlag,
  undoAction,
} from '../state/actions.js';
import { restoreReply } from '../state/open-thread.js';
import { useThread } from '../state/store.js';
import { texts as ofThread } from '../state/texts.js';
import { useRights } from '../state/use-rights.js';
import { ManageName } from './manage-name.js';
import styles from './manage.module.css';
import { texts } from './texts.js';

export function ReplyMenu({ row, edit }: { row: PostRow; edit: () => void }) {
  const { may, mayToggleSolution } = useRights();
  const userId = useSession((state) => state.user?.id);
  const { fault, run } = useMutation(texts.notMarked);
  const isSolution = useThread(({ thread }) => thread?.solution_id === row.id);
  const mark = () =>
    void run([row.id, isSolution], async (key) =>
      offerUndoAction(
        await markSolution(row.thread_id, isSolution ? null : row.id, key),
        isSolution ? texts.unmarked : texts.marked,
      ),
    );
  const removal: Removal = {
    title: texts.deleteReply(row.username),
    body: texts.deleteReplyBody,
    failureText: texts.replyNotDeleted,
    asksReason: row.user_id !== userId,
    remove: async (key, reason) => {
      await removeReply(row.id, reason, key);
      offerUndo(texts.replyDeleted, may('restore-reply') && ((undoKey) => restoreReply(row.id, undoKey)));
    },
  };
  return (
    <>
      <ManageMenu
        name={ofThread.manageReply}
        items={[
          mayToggleSolution(row.id) && { name: isSolution ? texts.unmark : texts.mark, onSelect: mark },
          may('edit-reply', row.user_id) && { name: texts.edit, onSelect: edit },
        ]}
        removal={may('delete-reply', row.user_id) && removal}
      />
      {fault !== null && <Alert kind="error">{fault}</Alert>}
    </>
  );
}

export function ThreadMenu({ thread, edit }: { thread: ThreadRow; edit: () => void }) {
  const { may } = useRights();
  const userId = useSession((state) => state.user?.id);
  const { fault, run } = useMutation(texts.threadNotEdited);
  const [openDialog, setOpenDialog] = useState<'move' | 'lock' | null>(null);
  const isOthers = thread.user_id !== userId;
  const write = async (name: keyof typeof texts.flagged, fields: Parameters<typeof setFlag>[1], key: string) =>
    offerUndoAction(await setFlag(thread, fields, key), texts.flagged[name]);
  const flag = (name: keyof typeof texts.flagged, fields: { locked: boolean } | { sticky: boolean }) => ({
    name: texts[name],
    onSelect: () => void run([name, thread.version], (key) => write(name, fields, key)),
  });
  const removal: Removal = {
    title: texts.deleteThread,
    body: texts.deleteThreadBody(thread.title),
    failureText: texts.threadNotDeleted,
    asksReason: isOthers,
    remove: async (key, reason) => {
      const actionId = await removeThread(thread.id, reason, key);
      navigate(linkTo('forums'));
      if (may('restore-thread') && isOthers) offerUndoAction(actionId, texts.threadDeleted);
      else offerUndo(texts.threadDeleted, may('restore-thread') && ((undoKey) => restoreThread(thread.id, undoKey)));
    },
  };
  return (
    <>
      <ManageMenu
        name={ofThread.manageThread}
        items={[
          may('edit-thread', thread.user_id) && { name: texts.edit, onSelect: edit },
          may('lock-thread') && flag(thread.locked ? 'unlock' : 'lock', { locked: !thread.locked }),
          may('lock-thread') &&
            isOthers &&
            !thread.locked && { name: texts.lockWithReason, onSelect: () => setOpenDialog('lock') },
          may('stick-thread') && flag(thread.sticky ? 'unpin' : 'pin', { sticky: !thread.sticky }),
          may('move-thread') && { name: texts.move, onSelect: () => setOpenDialog('move') },
        ]}
        removal={may('delete-thread', thread.user_id) && removal}
      />
      {openDialog === 'lock' && (
        <ReasonDialog
          title={texts.lockThread(thread.title)}
          name={texts.lock}
          busyName={texts.locking}
          failureText={texts.threadNotEdited}
          write={(reason, key) => write('lock', { locked: true, reason }, key)}
          close={() => setOpenDialog(null)}
        />
      )}
      {openDialog === 'move' && (
        <MoveDialog
          title={texts.moveThread(thread.title)}
          body={texts.moveBody}
          from={thread}
          failureText={texts.notMoved}
          move={async (to, key) => offerUndoAction(await moveThread(thread.id, to, key), texts.movedTo(to.name))}
          close={() => setOpenDialog(null)}
        />
      )}
      {fault !== null && <Alert kind="error">{fault}</Alert>}
    </>
  );
}

interface ManageMenuProps {
  name: string;
  items: (false | { name: string; onSelect: () => void })[];
  removal: Removal | false;
}

/** Starts open because it is mounted by a click on the placeholder button. */
function ManageMenu({ name, items, removal }: ManageMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Menu.Root defaultOpen modal={false}>
        <Menu.Trigger ref={trigger} className={getButtonClass('quiet')}>
          <ManageName name={name} />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={4} className="popup-layer">
            <Menu.Popup className={`floating popup ${styles['menu']}`}>
              {items.map(
                (item) =>
                  item && (
                    <Menu.Item
                      key={item.name}
                      className="target flex text-15 rounded menu-item"
                      onClick={item.onSelect}
                    >
                      {item.name}
                    </Menu.Item>
                  ),
              )}
              {removal && (
                <Menu.Item
                  className={`target flex text-15 rounded menu-item color-danger ${styles['danger']}`}
                  onClick={() => setIsOpen(true)}
                >
                  {texts.delete}
                </Menu.Item>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {removal && <RemovalDialog removal={removal} open={isOpen} close={() => setIsOpen(false)} back={trigger} />}
    </>
  );
}

/** The server refuses the undo if someone has changed the same field since. */
function offerUndoAction(actionId: string | undefined, text: string): void {
  offerUndo(text, actionId !== undefined && ((key) => undoAction(actionId, key)));
}

function offerUndo(text: string, undo: false | ((key: string) => Promise<void>)): void {
  showUndoToast(text, undo ? { run: undo, done: texts.undone(text), failureText: texts.notUndone } : null);
}
