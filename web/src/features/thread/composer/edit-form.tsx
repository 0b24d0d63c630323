import { pageRefusals } from '@guildhall/domain/page-refusals.js';
import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { useState } from 'react';
import { useDraft } from '../../../shared/browser/draft.js';
import { useSession } from '../../../shared/state/session.js';
import { ReasonField, normalizeReason } from '../../../ui/form/reason-field.js';
import { Editor } from '../../../ui/editor/editor.js';
import { editReply } from '../state/actions.js';
import { EditFrame } from './edit-frame.js';
import { texts } from '../moderation/texts.js';

export function EditForm({ row, isGone, close }: { row: PostRow; isGone: boolean; close: () => void }) {
  const userId = useSession((state) => state.user?.id);
  const draftKey = `${userId}.edit.${row.thread_id}.${row.id}`;
  const draft = useDraft(draftKey, row.content);
  const [reason, setReason] = useState('');
  const content = draft.text.trim();
  const fields = { content, reason: normalizeReason(reason) };
  return (
    <EditFrame
      {...{ draft, draftKey, isGone, close }}
      content={fields}
      version={row.version}
      incomplete={content === '' ? pageRefusals['reply-empty'][1] : null}
      save={(key, version) => editReply(row.id, fields, key, version)}
      failureText={texts.replyNotEdited}
    >
      {(faultId) => (
        <>
          <Editor
            pictures
            label={texts.content}
            labelHidden
            value={draft.text}
            change={draft.setText}
            fault={faultId}
            autoFocus
            required
          />
          {row.user_id !== userId && <ReasonField value={reason} change={setReason} />}
        </>
      )}
    </EditFrame>
  );
}
