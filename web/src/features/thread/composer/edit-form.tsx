import { limits } from '@guildhall/domain/limits.js';
import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { useId, type SyntheticEvent } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { useDraft } from '../../../shared/browser/draft.js';
import { useSession } from '../../../shared/state/session.js';
import { Editor } from '../../../ui/editor/editor.js';
import { editReply } from '../state/actions.js';
import { EditFrame } from './edit-frame.js';
import { texts as ofThread } from '../state/texts.js';
import { texts } from '../moderation/texts.js';
import { useSeenVersion } from './use-seen-version.js';

export function EditForm({ row, gone, close }: { row: PostRow; gone: boolean; close: () => void }) {
  const userId = useSession((state) => state.user?.id);
  const draftKey = `${userId}.edit.${row.thread_id}.${row.id}`;
  const draft = useDraft(draftKey, row.content);
  const { busy: saving, fault: refusal, run, setFault } = useMutation(texts.replyNotEdited);
  const faultId = useId();
  const seen = useSeenVersion(draftKey, row.version, refusal);
  const fault = seen.fault;

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    const content = draft.text.trim();
    if (gone) return;
    if (content === '') return setFault(ofThread.typeYourReply);
    if (!(await run(content, () => editReply(row.id, content, draft.keyFor(content), seen.version)))) return;
    draft.done(content);
    close();
  }

  return (
    <EditFrame
      lostText={gone ? draft.text : null}
      {...{ saving, fault, faultId, close }}
      draft={draft}
      submit={(event) => void submit(event)}
    >
      <Editor
        label={texts.content}
        labelHidden
        value={draft.text}
        change={draft.setText}
        fault={fault === null ? undefined : faultId}
        maxLength={limits.content.max}
        autoFocus
        required
      />
    </EditFrame>
  );
}
