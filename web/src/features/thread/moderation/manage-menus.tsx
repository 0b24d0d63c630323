import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { lazyComponent } from '../../../shared/lazy.js';
import { linkTo } from '../../../shared/paths.js';
import { Alert } from '../../../ui/alert.js';
import type { Removal } from '../../../ui/dialog/removal-dialog.js';
import {
  undeleteThread,
  offerUndo,
  removeReply,
  removeThread,
  restoreDeleted,
  setFlag,
  type Outcome,
} from '../state/actions.js';
import { ManageMenu, type ManageItem } from './manage-menu.js';
import { texts as ofThread } from '../state/texts.js';
import { texts } from './texts.js';
import { useRights } from '../state/use-rights.js';

const MoveDialog = lazyComponent(() => import('./move-dialog.js').then((file) => file.MoveDialog));

export function ReplyMenu({ row, edit }: { row: PostRow; edit: () => void }) {
  const { may } = useRights();
  const items = may('edit-reply', row.user_id) ? [{ name: texts.edit, act: edit }] : [];
  const removal: Removal = {
    title: texts.deleteReply(row.username),
    body: texts.deleteReplyBody,
    act: async (key) => {
      const words = await removeReply(row.id, key);
      if (words === null) {
        offerUndo(texts.replyDeleted, may('restore-reply') ? (again) => restoreDeleted(row.id, again) : null);
      }
      return words;
    },
  };
  const mayDelete = may('delete-reply', row.user_id);
  return <ManageMenu name={ofThread.manageReply} items={items} removal={mayDelete ? removal : null} />;
}

export function ThreadMenu({ thread, edit }: { thread: ThreadRow; edit: () => void }) {
  const { may } = useRights();
  const navigate = useNavigate();
  const [fault, setFault] = useState<Outcome>(null);
  const [moving, setMoving] = useState(false);
  const change = (fields: { locked: boolean } | { sticky: boolean }) =>
    void setFlag(thread, fields, crypto.randomUUID()).then(setFault);
  const lock = { name: thread.locked ? texts.unlock : texts.lock, act: () => change({ locked: !thread.locked }) };
  const pin = { name: thread.sticky ? texts.unpin : texts.pin, act: () => change({ sticky: !thread.sticky }) };
  const items: ManageItem[] = [
    ...(may('edit-thread', thread.user_id) ? [{ name: texts.edit, act: edit }] : []),
    ...(may('lock-thread') ? [lock] : []),
    ...(may('stick-thread') ? [pin] : []),
    ...(may('move-thread') ? [{ name: texts.move, act: () => setMoving(true) }] : []),
  ];
  const removal: Removal = {
    title: texts.deleteThread(thread.title),
    body: texts.deleteThreadBody,
    act: async (key) => {
      const words = await removeThread(thread.id, key);
      if (words !== null) return words;
      void navigate(linkTo('forums'));
      offerUndo(texts.threadDeleted, may('restore-thread') ? (again) => undeleteThread(thread.id, again) : null);
      return null;
    },
  };
  const mayDelete = may('delete-thread', thread.user_id);
  return (
    <>
      <ManageMenu name={ofThread.manageThread} items={items} removal={mayDelete ? removal : null} />
      {moving && <MoveDialog thread={thread} close={() => setMoving(false)} />}
      {fault !== null && <Alert kind="error">{fault}</Alert>}
    </>
  );
}
