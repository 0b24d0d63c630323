import { can } from '@guildhall/domain/permissions.js';
import { useRef, useState, type RefObject } from 'react';
import { createLazyComponent } from '../../../../shared/lazy.js';
import { useActor } from '../../../../shared/state/session.js';
import { showUndoToast } from '../../../../shared/undo-toast.js';
import { Button } from '../../../../ui/button.js';
import { IconButton } from '../../../../ui/icon-button.js';
import { remove, restore } from '../state/actions.js';
import { profileTexts as texts } from '../../texts.js';

const RemovalDialog = createLazyComponent(() => import('../lazy-parts.js'), 'RemovalDialog');
const ReportDialog = createLazyComponent(() => import('../lazy-parts.js'), 'ReportDialog');

export interface WallText {
  id: number;
  ownerId: number;
  authorId: number;
  author: string;
  isReply: boolean;
}

interface TextActionsProps {
  text: WallText;
  /** Receives the focus when the button is removed together with the post. */
  back: RefObject<HTMLElement | null>;
}

export function TextActions({ text, back }: TextActionsProps) {
  const actor = useActor();
  const { userId } = actor;
  const { authorId, ownerId } = text;
  const canModerate = can(actor, 'moderate-walls');
  if (userId === null) return null;
  return (
    <>
      {userId !== authorId && <ReportButton text={text} />}
      {(canModerate || userId === ownerId || userId === authorId) && (
        <DeleteButton text={text} back={back} canRestore={canModerate} asksReason={userId !== authorId} />
      )}
    </>
  );
}

function ReportButton({ text: { id, author } }: { text: WallText }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        icon="flag"
        label={texts.reportPost(author)}
        tip={texts.report}
        aria-haspopup="dialog"
        onPointerEnter={ReportDialog.preload}
        onFocus={ReportDialog.preload}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <ReportDialog subject={{ kind: 'wallpost', id }} author={author} close={() => setIsOpen(false)} />}
    </>
  );
}

type DeleteButtonProps = TextActionsProps & { canRestore: boolean; asksReason: boolean };

function DeleteButton({ text: { id, author, isReply }, back, canRestore, asksReason }: DeleteButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  async function removeText(key: string, reason?: string) {
    await remove(id, reason, key);
    back.current?.focus({ preventScroll: true });
    const undo = {
      run: (undoKey: string) => restore(id, undoKey),
      done: texts.restored,
      failureText: texts.restoreFailed,
    };
    showUndoToast(isReply ? texts.replyDeleted : texts.postDeleted, canRestore ? undo : null);
  }
  const question = isReply
    ? { title: texts.deleteReply(author), body: texts.deleteReplyBody }
    : { title: texts.deletePost(author), body: texts.deletePostBody };
  const removal = { ...question, failureText: texts.deleteFailed, asksReason, remove: removeText };
  return (
    <>
      <Button
        ref={button}
        kind="quiet"
        aria-haspopup="dialog"
        onPointerEnter={RemovalDialog.preload}
        onFocus={RemovalDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        {texts.delete}
      </Button>
      {isOpen && <RemovalDialog removal={removal} open close={() => setIsOpen(false)} back={button} />}
    </>
  );
}
