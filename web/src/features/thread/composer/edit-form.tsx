import { limits } from '@guildhall/domain/limits.js';
import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { useDraft } from '../../../shared/browser/draft.js';
import { useSession } from '../../../shared/state/session.js';
import { Editor } from '../../../ui/editor/editor.js';
import { editReply } from '../state/actions.js';
import { EditFrame } from './edit-frame.js';
import { texts as ofThread } from '../state/texts.js';
import { texts } from '../moderation/texts.js';

export function EditForm({ row, isGone, close }: { row: PostRow; isGone: boolean; close: () => void }) {
  const userId = useSession((state) => state.user?.id);
  const draftKey = `${userId}.edit.${row.thread_id}.${row.id}`;
  const draft = useDraft(draftKey, row.content);
  const content = draft.text.trim();
  return (
    <EditFrame
      {...{ draft, draftKey, content, isGone, close }}
      version={row.version}
      incomplete={content === '' ? ofThread.typeYourReply : null}
      save={(key, version) => editReply(row.id, content, key, version)}
      failed={texts.replyNotEdited}
    >
      {(faultId) => (
        <Editor
          label={texts.content}
          labelHidden
          value={draft.text}
          change={draft.setText}
          fault={faultId}
          maxLength={limits.content.max}
          autoFocus
          required
        />
      )}
    </EditFrame>
  );
}
