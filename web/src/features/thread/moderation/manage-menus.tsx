import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { useState } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { linkTo } from '../../../shared/paths.js';
import { navigate } from '../../../shared/router.js';
import { useSession } from '../../../shared/state/session.js';
import { Alert } from '../../../ui/alert.js';
import type { Removal } from '../../../ui/dialog/removal-dialog.js';
import {
  undeleteThread,
  moveTo,
  offerUndo,
  removeReply,
  removeThread,
  restoreDeleted,
  setFlag,
  undoChange,
} from '../state/actions.js';
import { ManageMenu, type ManageItem } from './manage-menu.js';
import { texts as ofThread } from '../state/texts.js';
import { texts } from './texts.js';
import { useRights } from '../state/use-rights.js';
import { MoveDialog } from '../../../ui/dialog/move-dialog.js';

export function ReplyMenu({ row, edit }: { row: PostRow; edit: () => void }) {
  const { may } = useRights();
  const items = may('edit-reply', row.user_id) ? [{ name: texts.edit, act: edit }] : [];
  const removal: Removal = {
    title: texts.deleteReply(row.username),
    body: texts.deleteReplyBody,
    failed: texts.replyNotDeleted,
    act: async (key) => {
      await removeReply(row.id, key);
      offerUndo(texts.replyDeleted, may('restore-reply') ? (again) => restoreDeleted(row.id, again) : null);
    },
  };
  const mayDelete = may('delete-reply', row.user_id);
  return <ManageMenu name={ofThread.manageReply} items={items} removal={mayDelete ? removal : null} />;
}

export function ThreadMenu({ thread, edit }: { thread: ThreadRow; edit: () => void }) {
  const { may } = useRights();
  const userId = useSession((state) => state.user?.id);
  const { fault, run } = useMutation(texts.threadNotEdited);
  const [moving, setMoving] = useState(false);
  const flag = (name: 'lock' | 'unlock' | 'pin' | 'unpin', fields: { locked: boolean } | { sticky: boolean }) => ({
    name: texts[name],
    act: () =>
      void run([name, thread.version], (key) =>
        setFlag(thread, fields, key, (act) => offerUndoOf(act, texts.flagged[name])),
      ),
  });
  const items: ManageItem[] = [
    ...(may('edit-thread', thread.user_id) ? [{ name: texts.edit, act: edit }] : []),
    ...(may('lock-thread') ? [flag(thread.locked ? 'unlock' : 'lock', { locked: !thread.locked })] : []),
    ...(may('stick-thread') ? [flag(thread.sticky ? 'unpin' : 'pin', { sticky: !thread.sticky })] : []),
    ...(may('move-thread') ? [{ name: texts.move, act: () => setMoving(true) }] : []),
  ];
  const removal: Removal = {
    title: texts.deleteThread(thread.title),
    body: texts.deleteThreadBody,
    failed: texts.threadNotDeleted,
    act: (key) =>
      removeThread(thread.id, key, (act) => {
        navigate(linkTo('forums'));
        if (!may('restore-thread')) offerUndo(texts.threadDeleted, null);
        else if (thread.user_id !== userId) offerUndoOf(act, texts.threadDeleted);
        else offerUndo(texts.threadDeleted, (again) => undeleteThread(thread.id, again));
      }),
  };
  const mayDelete = may('delete-thread', thread.user_id);
  return (
    <>
      <ManageMenu name={ofThread.manageThread} items={items} removal={mayDelete ? removal : null} />
      {moving && <MoveThread thread={thread} close={() => setMoving(false)} />}
      {fault !== null && <Alert kind="error">{fault}</Alert>}
    </>
  );
}

function MoveThread({ thread, close }: { thread: ThreadRow; close: () => void }) {
  return (
    <MoveDialog
      title={texts.moveThread(thread.title)}
      body={texts.moveBody}
      from={thread}
      failed={texts.notMoved}
      move={(to, key) => moveTo(thread.id, to, key, (act) => offerUndoOf(act, texts.movedTo(to.name)))}
      close={close}
    />
  );
}

/** Confirms an action and offers an undo, which the server refuses if someone has changed the same field since. */
function offerUndoOf(act: string | undefined, text: string): void {
  offerUndo(text, act === undefined ? null : (key) => undoChange(act, key));
}
